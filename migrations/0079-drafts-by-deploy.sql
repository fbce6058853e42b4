-- no-transaction
-- The open drafts of a deploy are asked for with each of its modules.
create index concurrently if not exists drafts_by_deploy on drafts (deploy)
  where deploy is not null and committed_at is null and discarded_at is null;
