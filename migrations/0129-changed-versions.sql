-- When what readers see of a package's versions changed last: one more or fewer, yanked or put back. Clients compare whole
-- seconds, and clocks are set back: it is later than the time before.
alter table packages add column versions_changed_at timestamptz;

-- Once for a statement, however many versions it changes.
create function note_changed_versions() returns trigger language plpgsql as $$
begin
  update packages
  set versions_changed_at = greatest(clock_timestamp(), packages.versions_changed_at + interval '1 second')
  where packages.id in (
    select after.package_id from after join before on before.id = after.id
    where (before.state = 'published') <> (after.state = 'published')
      or after.state = 'published' and before.is_yanked <> after.is_yanked);
  return null;
end
$$;
create trigger releases_versions_changed_at after update on releases
  referencing old table as before new table as after
  for each statement execute function note_changed_versions();
