-- no-transaction
-- Asked when an organization is deleted.
create index concurrently if not exists tokens_organization_id on tokens (organization_id)
  where organization_id is not null;
