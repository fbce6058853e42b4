-- no-transaction
create index concurrently if not exists drafts_open on drafts (release_id) where committed_at is null and discarded_at is null;
