-- Maintenance that was announced: until when, why, and by which interaction.
CREATE TABLE maintenance (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    until       REAL    NOT NULL,
    reason      TEXT    NOT NULL,
    interaction INTEGER NOT NULL
);
