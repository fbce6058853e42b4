-- no-transaction
-- The newest releases of all packages, for feeds.
create index concurrently if not exists releases_newest on releases (published_at desc) where state = 'published';
