-- no-transaction
create unique index concurrently if not exists invitations_address_pending on invitations (address_key, organization_id) where status = 'pending';
