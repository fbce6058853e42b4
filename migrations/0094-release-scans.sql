-- Which scanners have last looked through the files of a release, with their versions. A release without a row was
-- scanned before this was written down, and is looked through again by the next round.
create table release_scans (
  release_id uuid primary key references releases (id) on delete cascade,
  scanners text not null,
  scanned_at timestamptz not null default now()
);
