-- The registry that a package is a copy from; null for a package that is hosted here.
alter table packages add column origin text;
