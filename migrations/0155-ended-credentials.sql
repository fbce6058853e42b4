-- Credentials that are no rows (protocol tokens made with a password, tokens of builds) count only when they are newer.
alter table users add column credentials_ended_at timestamptz;
