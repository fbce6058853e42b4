-- A release is one or more files: what each of them is, what its ecosystem says about it, and drafts whose files come one
-- by one.

-- How the file is packed; null for extracts, and for files of before, of which a release had one.
alter table artifacts add column format text;
alter table artifacts add column metadata jsonb;
-- Name of the file of the same release that it was taken out of.
alter table artifacts add column extracted_from text;

-- What was found out about a file that waits to join a release.
alter table uploads add column metadata jsonb;
create table staged_extracts (
  upload_id uuid not null references uploads (id) on delete cascade,
  kind text not null,
  filename text not null,
  content_type text not null,
  body bytea not null,
  primary key (upload_id, filename)
);

-- A release whose files are still coming; they are in `staged_files` until it is committed.
create table drafts (
  release_id uuid primary key references releases (id) on delete cascade,
  -- committed by itself when nothing has come for so long; null: only when somebody says so
  idle_seconds integer check (idle_seconds > 0),
  touched_at timestamptz not null default now(),
  committed_at timestamptz,
  discarded_at timestamptz
);

-- Another one each time that bytes come anew, so that nobody takes a blob for the one that they brought; null: from before.
alter table blobs add column incarnation uuid;
