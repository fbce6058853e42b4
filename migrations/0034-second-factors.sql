-- Whether log-ins with a password need a code as well.
alter table users add column mfa_enabled boolean not null default false;

-- Secrets of authenticator apps, sealed with a key that the database does not have.
create table authenticators (
  user_id uuid primary key references users (id) on delete cascade,
  sealed_secret bytea not null,
  -- its person has shown a code of it
  is_confirmed boolean not null default false,
  -- the last period whose code was used: no code is taken twice
  last_step bigint,
  created_at timestamptz not null default now()
);

-- For who lost their authenticator: hashes, each good for once.
create table recovery_codes (
  user_id uuid not null references authenticators (user_id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Log-ins whose password was right and whose code is still to come.
create table login_challenges (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  attempts integer not null default 0,
  expires_at timestamptz not null
);
create index login_challenges_expires_at on login_challenges (expires_at);
create index login_challenges_user_id on login_challenges (user_id);
