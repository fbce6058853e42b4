-- no-transaction
create index concurrently if not exists webhooks_of_people on webhooks (ecosystem, package_id) where user_id is not null;
