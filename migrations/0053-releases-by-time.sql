-- no-transaction
create index concurrently if not exists releases_uploaded_at on releases (uploaded_at);
