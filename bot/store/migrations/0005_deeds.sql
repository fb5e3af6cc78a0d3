-- What hosts and moderators did at the tables (bot.table.deeds).
CREATE TABLE deeds (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    version  INTEGER NOT NULL,
    at       REAL    NOT NULL,
    deed     TEXT    NOT NULL,
    PRIMARY KEY (table_id, version)
) WITHOUT ROWID;
