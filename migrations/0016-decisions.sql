-- What people said about held releases. The workflow that carries a release reads it here: a signal only wakes it.
-- Without foreign keys, as the audit log: a decision outlives the release that it threw away.
create table release_decisions (
  id uuid primary key,
  release_id uuid not null,
  kind text not null check (kind in ('approve', 'reject', 'recheck')),
  reason text,
  actor_user_id uuid,
  actor_token_id uuid,
  ip_address text,
  user_agent text,
  decided_at timestamptz not null default now(),
  settled_at timestamptz,
  outcome text check (outcome in ('applied', 'void')),
  check ((settled_at is null) = (outcome is null))
);
create index release_decisions_open on release_decisions (release_id, id) where settled_at is null;

-- What was said stays as it was said; only what came of it is added, once.
create function refuse_decision_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.settled_at is null
    and to_jsonb(new) - '{settled_at,outcome}'::text[] = to_jsonb(old) - '{settled_at,outcome}'::text[] then
    return new;
  end if;
  raise exception 'decisions are append-only';
end $$;
create trigger release_decisions_append_only before update or delete on release_decisions
  for each row execute function refuse_decision_change();
create trigger release_decisions_no_truncate before truncate on release_decisions
  for each statement execute function refuse_decision_change();

-- What the bytes were sent for, so that nobody who starts a workflow can use them for something else. Uploads of
-- before don't say; those of releases are known, the others are gone within a day.
alter table uploads add column purpose jsonb;
update uploads set purpose = '{"kind": "publish"}'
where exists (select from releases where releases.upload_id = uploads.id);
