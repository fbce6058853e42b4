-- Releases of several packages that one build sends: they are committed together.
alter table drafts add column deploy text;
-- Its sender has said that all files have come.
alter table drafts add column is_ready boolean not null default false;
