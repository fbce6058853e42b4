-- What the ids of an entry were called when it was written; null in older ones.
alter table audit_log add column names jsonb;
