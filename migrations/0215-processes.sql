-- expand
-- Which versions run beside each other: a process renews its row as long as it lives.
create table processes (
  id uuid primary key,
  role text not null,
  -- compared as numbers
  version text not null check (version ~ '^\d{1,6}\.\d{1,6}\.\d{1,6}$'),
  renderer_version integer not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- when it was stopped; null for one that runs, and for one that was killed
  left_at timestamptz
);

-- the scanner opens what strangers send: it writes rows of scanners alone. The owner of the table is not bound by this.
alter table processes enable row level security;
create policy look on processes for select using (true);
create policy join_as_scanner on processes for insert with check (role = 'scanner');
create policy renew_as_scanner on processes for update using (role = 'scanner');
