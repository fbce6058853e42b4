-- When what readers see of a package's versions changed last: one more or fewer, yanked or put back. Clients compare whole
-- seconds, and clocks are set back: it is later than the time before.
alter table packages add column versions_changed_at timestamptz;

create function note_changed_versions() returns trigger language plpgsql as $$
begin
  update packages
  set versions_changed_at = greatest(clock_timestamp(), packages.versions_changed_at + interval '1 second')
  where packages.id = new.package_id;
  return null;
end
$$;
create trigger releases_versions_changed_at after update of state, is_yanked on releases
  for each row when ((old.state = 'published') <> (new.state = 'published')
    or new.state = 'published' and old.is_yanked <> new.is_yanked)
  execute function note_changed_versions();
