-- no-transaction
create index concurrently if not exists packages_namespace_id on packages (namespace_id) where namespace_id is not null;
