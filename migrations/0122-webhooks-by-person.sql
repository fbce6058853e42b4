-- no-transaction
create index concurrently if not exists webhooks_user_id on webhooks (user_id) where user_id is not null;
