-- expand
-- Which versions run beside each other: a process renews its row as long as it lives.
create table processes (
  id uuid primary key,
  role text not null,
  version text not null,
  renderer_version integer not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- when it was stopped; null for one that runs, and for one that was killed
  left_at timestamptz
);
