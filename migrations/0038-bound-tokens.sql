-- What a token is limited to beside a repository or a package: all of it counts.
alter table tokens
  add column organization_id uuid references organizations (id) on delete cascade,
  add column ecosystem text,
  add column name_pattern text,
  add column allowed_networks text[];
