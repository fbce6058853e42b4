-- Who brought a release or one of its files, and with which credential: one row for each of both. Credentials that have ended
-- are deleted after a while, so nothing refers to them.
create table release_bringers (
  release_id uuid not null references releases (id) on delete cascade,
  user_id uuid not null,
  made_by uuid,
  token_id uuid,
  session_id uuid,
  -- of people who gave their password: another one for every password
  password_mark text
);
create unique index release_bringers_key on release_bringers
  (release_id, user_id, coalesce(token_id::text, session_id::text, password_mark, ''));
create index release_bringers_token on release_bringers (token_id) where token_id is not null;
create index release_bringers_session on release_bringers (session_id) where session_id is not null;

-- Bringers of a release whose lost authority an approval knows of.
alter table release_decisions add column accepts text[];
