-- no-transaction
create index concurrently if not exists release_dependencies_newest
  on release_dependencies (ecosystem, name_key, package_id, release_id) where name_key is not null;
