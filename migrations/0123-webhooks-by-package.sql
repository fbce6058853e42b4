-- no-transaction
create index concurrently if not exists webhooks_package_id on webhooks (package_id) where package_id is not null;
