-- no-transaction
-- The exchange that a token of a build came from, for the history of what it published.
create index concurrently if not exists audit_log_exchanged_token on audit_log ((metadata ->> 'token_id'))
  where action = 'trusted_publisher_exchange';
