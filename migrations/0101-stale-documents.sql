-- Packages whose documents say something of their policies that is not so any more.
create table stale_documents (
  package_id uuid primary key references packages (id) on delete cascade,
  since timestamptz not null default now()
);
