-- no-transaction
-- What happened with an account and its credentials, for its person, newest first.
create index concurrently if not exists audit_log_target_user on audit_log (target_user_id, occurred_at desc, id desc)
  where target_user_id is not null;
