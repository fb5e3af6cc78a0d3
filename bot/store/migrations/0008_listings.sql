-- The event in Discord's own list that shows a session (bot.series.listing), or why there is none.
CREATE TABLE listings (
    series  INTEGER NOT NULL,
    session INTEGER NOT NULL,
    event   INTEGER,
    state   TEXT    NOT NULL CHECK (state IN ('asked', 'listed', 'refused', 'taken_away')),
    shown   TEXT    NOT NULL,
    PRIMARY KEY (series, session),
    FOREIGN KEY (series, session) REFERENCES sessions (series, number)
) WITHOUT ROWID;

-- Up to which version of a series its events were brought up to date.
ALTER TABLE series ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;

CREATE INDEX series_to_list ON series (id) WHERE listed < version;
