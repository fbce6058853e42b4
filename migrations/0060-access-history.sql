-- no-transaction
create index concurrently if not exists audit_log_access_history on audit_log (target_org_id, occurred_at desc, id desc)
  where action in ('team_package_access_update', 'team_repository_access_update', 'team_namespace_access_update');
