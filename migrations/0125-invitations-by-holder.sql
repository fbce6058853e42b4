-- no-transaction
create index concurrently if not exists invitations_holder_id on invitations (holder_id) where holder_id is not null;
