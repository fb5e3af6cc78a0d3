-- A series is played in one game, or in several by turns, and a session knows which one it was.
UPDATE sessions SET state = json_set(
    state, '$.options',
    (SELECT json(json_extract(series.state, '$.setup.options'))
     FROM series WHERE series.id = sessions.series)
) WHERE json_extract(state, '$.started_at') IS NOT NULL;

UPDATE series SET state = json_remove(
    json_set(state, '$.setup.games', json_array(json_extract(state, '$.setup.options'))),
    '$.setup.options'
);

UPDATE templates SET setup = json_remove(
    json_set(setup, '$.games', json_array(json_extract(setup, '$.options'))), '$.options'
);

UPDATE drafts SET setup = json_remove(
    json_set(setup, '$.games', json_array(json_extract(setup, '$.options'))), '$.options'
);
