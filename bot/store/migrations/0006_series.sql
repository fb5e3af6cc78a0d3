-- A series as moderators set it up (bot.series.model), checked by its version at every commit.
CREATE TABLE series (
    id      INTEGER PRIMARY KEY,
    guild   INTEGER NOT NULL,
    name    TEXT    NOT NULL COLLATE NOCASE,
    over    INTEGER NOT NULL CHECK (over IN (0, 1)),
    version INTEGER NOT NULL,
    state   TEXT    NOT NULL
);

-- A name stands for one running series of a server.
CREATE UNIQUE INDEX one_running_series_of_a_name ON series (guild, name) WHERE over = 0;

-- One row for each session; `due` is when something about it is to be done next, in UTC.
CREATE TABLE sessions (
    series INTEGER NOT NULL REFERENCES series (id),
    number INTEGER NOT NULL,
    due    TEXT,
    state  TEXT    NOT NULL,
    PRIMARY KEY (series, number)
) WITHOUT ROWID;

CREATE INDEX sessions_by_due ON sessions (due) WHERE due IS NOT NULL;

-- Who signed up, in order.
CREATE TABLE entries (
    series   INTEGER NOT NULL,
    session  INTEGER NOT NULL,
    position INTEGER NOT NULL,
    member   INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    present  INTEGER NOT NULL CHECK (present IN (0, 1)),
    PRIMARY KEY (series, session, position),
    UNIQUE (series, session, member),
    FOREIGN KEY (series, session) REFERENCES sessions (series, number)
) WITHOUT ROWID;

-- How everybody ended.
CREATE TABLE results (
    series  INTEGER NOT NULL,
    session INTEGER NOT NULL,
    member  INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    place   INTEGER NOT NULL,
    field   INTEGER NOT NULL,
    PRIMARY KEY (series, session, member),
    FOREIGN KEY (series, session) REFERENCES sessions (series, number)
) WITHOUT ROWID;

-- Points that moderators gave or took.
CREATE TABLE corrections (
    series INTEGER NOT NULL REFERENCES series (id),
    number INTEGER NOT NULL,
    member INTEGER NOT NULL,
    name   TEXT    NOT NULL,
    points INTEGER NOT NULL,
    reason TEXT    NOT NULL,
    undone INTEGER NOT NULL CHECK (undone IN (0, 1)),
    PRIMARY KEY (series, number)
) WITHOUT ROWID;

-- Who changed a series, when and why.
CREATE TABLE series_log (
    series  INTEGER NOT NULL REFERENCES series (id),
    version INTEGER NOT NULL,
    line    TEXT    NOT NULL,
    PRIMARY KEY (series, version)
) WITHOUT ROWID;

-- Set-ups kept for another season.
CREATE TABLE templates (
    guild INTEGER NOT NULL,
    name  TEXT    NOT NULL COLLATE NOCASE,
    setup TEXT    NOT NULL,
    PRIMARY KEY (guild, name)
) WITHOUT ROWID;

-- What is still to be told, and which message a post became, of tables and also of series: those
-- have their numbers below zero, so neither refers to tables any more.
CREATE TABLE outbox_of_all (
    id       INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    kind     TEXT    NOT NULL CHECK (kind IN ('post', 'edit', 'delete', 'direct')),
    target   INTEGER NOT NULL,
    key      TEXT    NOT NULL,
    payload  TEXT    NOT NULL,
    due      REAL    NOT NULL,
    written  REAL    NOT NULL
);
INSERT INTO outbox_of_all SELECT * FROM outbox;
DROP TABLE outbox;
ALTER TABLE outbox_of_all RENAME TO outbox;

CREATE TABLE posts_of_all (
    table_id INTEGER NOT NULL,
    key      TEXT    NOT NULL,
    message  INTEGER NOT NULL,
    PRIMARY KEY (table_id, key)
) WITHOUT ROWID;
INSERT INTO posts_of_all SELECT * FROM posts;
DROP TABLE posts;
ALTER TABLE posts_of_all RENAME TO posts;
