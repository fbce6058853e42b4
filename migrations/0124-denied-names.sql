-- What policies deny, by name: one look-up for each package, however many policies there are.
create table denied_names (
  policy_id uuid not null references policies (id) on delete cascade,
  -- in the policy
  position integer not null,
  ecosystem text not null,
  name_key text not null,
  -- lookup keys; null: every version
  versions jsonb,
  reason text,
  primary key (policy_id, position)
);
create index denied_names_name on denied_names (ecosystem, name_key);

-- In the transaction that changes the policy, whichever version of the platform does it.
create function note_denied_names() returns trigger language plpgsql as $$
begin
  delete from denied_names where denied_names.policy_id = new.id;
  insert into denied_names (policy_id, position, ecosystem, name_key, versions, reason)
  select new.id, denied.position, denied.ecosystem, denied.name, denied.versions, denied.reason
  from rows from (jsonb_to_recordset(new.document -> 'denied_packages')
    as (ecosystem text, name text, versions jsonb, reason text))
    with ordinality as denied (ecosystem, name, versions, reason, position);
  return null;
end
$$;
create trigger policies_denied_names after insert or update of document on policies
  for each row execute function note_denied_names();

-- Nobody changes a policy before this is committed: making the trigger has locked them.
insert into denied_names (policy_id, position, ecosystem, name_key, versions, reason)
select policies.id, denied.position, denied.ecosystem, denied.name, denied.versions, denied.reason
from policies
cross join rows from (jsonb_to_recordset(policies.document -> 'denied_packages')
  as (ecosystem text, name text, versions jsonb, reason text))
  with ordinality as denied (ecosystem, name, versions, reason, position)
where policies.document ? 'denied_packages';
