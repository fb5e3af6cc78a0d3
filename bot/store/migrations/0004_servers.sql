-- What the managers of each server have set for it (bot.server.model), as one value.
CREATE TABLE servers (
    guild    INTEGER PRIMARY KEY,
    settings TEXT    NOT NULL
);
