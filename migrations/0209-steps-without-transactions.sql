-- What is asked of another system is on record before and after, and no transaction is open meanwhile (expand).
alter table blobs add column leaving_at timestamptz;
-- A retry that was begun; it has a run of its own, or is given up, within seconds.
alter table jobs add column retry_begun_at timestamptz;
-- When a person asked for the run.
alter table jobs add column requested_at timestamptz;
