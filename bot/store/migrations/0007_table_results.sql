-- How every table with a finished hand ended, one row a member (bot.table.result).
CREATE TABLE table_results (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    guild    INTEGER NOT NULL,
    channel  INTEGER NOT NULL,
    at       REAL    NOT NULL,
    game     TEXT    NOT NULL,
    cash     INTEGER NOT NULL CHECK (cash IN (0, 1)),
    hands    INTEGER NOT NULL,
    member   INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    place    INTEGER,
    field    INTEGER NOT NULL,
    won      INTEGER NOT NULL,
    PRIMARY KEY (table_id, member)
) WITHOUT ROWID;

CREATE INDEX table_results_of_server ON table_results (guild, at);

CREATE INDEX table_results_of_member ON table_results (member);
