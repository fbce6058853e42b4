-- Keys that the owner of a namespace publishes: signatures of its releases are checked against them.

create table namespace_keys (
  id uuid primary key,
  namespace_id uuid not null references namespaces (id) on delete cascade,
  fingerprint text not null,
  -- of the key and of its subkeys, as signatures name them
  key_ids text[] not null,
  user_ids text[] not null,
  expires_at timestamptz,
  armored text not null,
  added_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (namespace_id, fingerprint)
);
create index namespace_keys_added_by on namespace_keys (added_by);
