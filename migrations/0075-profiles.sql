-- What people say of themselves, for everybody to read.
alter table users
  add column bio text,
  add column website text,
  add column avatar_url text;
