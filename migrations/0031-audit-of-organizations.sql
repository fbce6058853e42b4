-- no-transaction
create index concurrently if not exists audit_log_organization on audit_log (target_org_id, occurred_at desc, id desc);
