-- Whether the platform holds a release: its owners can't end that, and don't delete it.
alter table releases add column is_held_by_platform boolean not null default false;

-- lint-allow update: visible releases that are hidden now, which are few.
-- Of holds of before the last word says who: an administrator of the platform who has no part in the package.
update releases set is_held_by_platform = true
from packages, repositories
where packages.id = releases.package_id and repositories.id = packages.repository_id
  and releases.state = 'quarantine' and releases.published_at is not null
  and exists (
    select from (
      select audit_log.actor_user_id from audit_log
      where audit_log.target_package_id = packages.id and audit_log.target_release_id = releases.id and audit_log.action = 'release_hold'
      order by audit_log.occurred_at desc limit 1) as held
    join users on users.id = held.actor_user_id and users.is_admin
    where users.id is distinct from repositories.owner_user_id
      and not exists (select from members
        where members.user_id = users.id and members.organization_id = repositories.owner_org_id));
