-- Which packages need which, once for each pair in the order of their names: lists of dependents go on from where they are. A
-- pair stays when no release says so any more: whoever reads looks at the releases.
create table package_dependents (
  -- of both
  ecosystem text not null,
  needed_key text not null,
  -- of the package that needs it
  name_key text collate "C" not null,
  package_id uuid not null references packages (id) on delete cascade,
  primary key (ecosystem, needed_key, name_key)
);
create index package_dependents_package_id on package_dependents (package_id);

-- In one order: two releases of a package may say the same at the same time.
create function note_dependents() returns trigger language plpgsql as $$
begin
  insert into package_dependents (ecosystem, needed_key, name_key, package_id)
  select distinct added.ecosystem, added.name_key, packages.name_key collate "C", added.package_id
  from added join packages on packages.id = added.package_id
  where added.name_key is not null and added.name_key <> packages.name_key
  order by 1, 2, 3
  on conflict do nothing;
  return null;
end
$$;
create trigger release_dependencies_dependents after insert on release_dependencies
  referencing new table as added for each statement execute function note_dependents();
