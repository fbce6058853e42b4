-- Addresses of the same package in other indexes: those that this registry adds to, and those that its people publish to.
alter table packages add column tracks text[] not null default '{}';
alter table packages add column alternate_locations text[] not null default '{}';
