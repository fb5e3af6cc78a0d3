-- Series on a set-up panel that are not saved yet (bot.series.drafting).
CREATE TABLE drafts (
    id    INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    setup TEXT    NOT NULL,
    made  REAL    NOT NULL
);
