-- Since when a release is yanked; null also for those that were before this was kept.
alter table releases add column yanked_at timestamptz;
