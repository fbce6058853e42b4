-- Where a repository's packages come from, for readers; nothing is fetched from there.
alter table repositories add column upstream_url text;

-- Made on purpose, before its first release: it stays when that release is thrown away.
alter table packages add column is_kept boolean not null default false;

-- What whoever creates a release through the management API says of it.
alter table releases add column description text;
alter table releases add column changelog text;
alter table releases add column source_ref text;
alter table releases add column provenance jsonb;

-- What whoever sends a file says of it.
alter table staged_files add column is_signed boolean not null default false;
alter table staged_files add column signature_key_id text;
alter table artifacts add column is_signed boolean not null default false;
alter table artifacts add column signature_key_id text;
