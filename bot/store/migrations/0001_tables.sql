-- A table's whole state is one value (bot.table.model), checked by its version at every commit.
CREATE TABLE tables (
    id      INTEGER PRIMARY KEY,
    guild   INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    open    INTEGER NOT NULL CHECK (open IN (0, 1)),
    version INTEGER NOT NULL,
    state   TEXT    NOT NULL
);

-- One table per channel.
CREATE UNIQUE INDEX one_open_table_per_channel ON tables (channel) WHERE open = 1;

-- What happened, private events included: one row for every accepted change.
CREATE TABLE log (
    table_id    INTEGER NOT NULL REFERENCES tables (id),
    version     INTEGER NOT NULL,
    at          REAL    NOT NULL,
    interaction INTEGER UNIQUE,
    events      TEXT    NOT NULL,
    PRIMARY KEY (table_id, version)
) WITHOUT ROWID;

-- What is still to be told, written in the same transaction as what makes it true.
CREATE TABLE outbox (
    id       INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    kind     TEXT    NOT NULL CHECK (kind IN ('post', 'edit', 'delete', 'direct')),
    target   INTEGER NOT NULL,
    key      TEXT    NOT NULL,
    payload  TEXT    NOT NULL,
    due      REAL    NOT NULL,
    written  REAL    NOT NULL
);

-- Which message a post became.
CREATE TABLE posts (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    key      TEXT    NOT NULL,
    message  INTEGER NOT NULL,
    PRIMARY KEY (table_id, key)
) WITHOUT ROWID;

-- Direct message channels, opened once, and whether messages arrive there.
CREATE TABLE members (
    user      INTEGER PRIMARY KEY,
    dm        INTEGER,
    reachable INTEGER
);

-- When the process was last known to be alive.
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at REAL NOT NULL
);
