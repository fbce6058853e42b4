-- no-transaction
create index concurrently if not exists releases_withheld on releases (package_id)
  where published_at is not null and state in ('quarantine', 'rejected');
