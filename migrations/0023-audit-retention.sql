-- Entries stay as they were written. They go only past the retention of the transaction that removes them, which is
-- never less than 90 days, and never while a name or version is kept from reuse by them.
create function refuse_audit_removal() returns trigger language plpgsql as $$
declare
  days integer := nullif(current_setting('rookery.audit_retention_days', true), '')::integer;
begin
  if days >= 90 and old.occurred_at < now() - days * interval '1 day' then
    return old;
  end if;
  raise exception 'the audit log is append-only';
end $$;

drop trigger audit_log_append_only on audit_log;
create trigger audit_log_no_update before update on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_no_delete before delete on audit_log
  for each row execute function refuse_audit_removal();
