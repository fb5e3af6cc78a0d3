-- Who signed up is written to in his own language, once he has a seat.
ALTER TABLE entries ADD COLUMN locale TEXT;
