-- expand
-- Licenses beside that of the release, and the version of which the file is one platform. Rows of before have none.
alter table file_standings add column licenses text[] not null default '{}';
alter table file_standings add column variant_of text;
