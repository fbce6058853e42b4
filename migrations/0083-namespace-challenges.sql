-- What the owner of a namespace publishes in the DNS to prove that its domain is theirs.

create table namespace_challenges (
  namespace_id uuid primary key references namespaces (id) on delete cascade,
  token text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
