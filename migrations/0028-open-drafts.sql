-- no-transaction
-- How many drafts somebody has open is asked with every new one.
create index concurrently if not exists drafts_open on drafts (release_id)
  where committed_at is null and discarded_at is null;
