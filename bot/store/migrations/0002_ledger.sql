-- Every movement of chips: what a member has before him is the sum of his rows.
CREATE TABLE ledger (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    version  INTEGER NOT NULL,
    line     INTEGER NOT NULL,
    at       REAL    NOT NULL,
    hand     INTEGER,
    seat     INTEGER NOT NULL,
    member   INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    amount   INTEGER NOT NULL CHECK (amount <> 0),
    by       INTEGER,
    reason   TEXT    NOT NULL,
    PRIMARY KEY (table_id, version, line)
) WITHOUT ROWID;

-- Tables that are open already begin with what everybody has before him now.
INSERT INTO ledger
SELECT id, version, seat, 0, NULL, seat, member, 'carried', behind, NULL, ''
FROM (
    SELECT tables.id, tables.version, player.value ->> 'seat' AS seat,
        player.value ->> 'member' AS member,
        coalesce(
            (
                SELECT stack.value
                FROM json_each(tables.state, '$.session.hand.seats') AS place
                JOIN json_each(tables.state, '$.session.hand.round.stacks') AS stack
                    ON stack.key = place.key
                WHERE place.value = player.value ->> 'seat'
                    AND json_extract(tables.state, '$.session.hand.to_act') IS NOT NULL
            ),
            player.value ->> 'stack'
        ) AS behind
    FROM tables, json_each(tables.state, '$.session.players') AS player
    WHERE tables.open = 1
)
WHERE behind <> 0;
