-- What was there before the trigger of 0114, which has been at work since that was committed.
insert into package_dependents (ecosystem, needed_key, name_key, package_id)
select distinct release_dependencies.ecosystem, release_dependencies.name_key, packages.name_key collate "C",
  release_dependencies.package_id
from release_dependencies join packages on packages.id = release_dependencies.package_id
where release_dependencies.name_key is not null and release_dependencies.name_key <> packages.name_key
order by 1, 2, 3
on conflict do nothing;
