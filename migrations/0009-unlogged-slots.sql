-- A slot is worth nothing after a crash of the database, which empties the table: rows come back when they are
-- needed. In return nobody waits for the disk before and after each search.

alter table analysis_slots set unlogged;
