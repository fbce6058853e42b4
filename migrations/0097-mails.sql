alter table users
  add column email_verified_at timestamptz,
  -- an address that its reader has not confirmed yet: nobody logs in by it, and others may name it too
  add column pending_email text;

-- What is to be sent, written with the change that it tells of.
create table mails (
  id uuid primary key,
  kind text not null,
  -- whom it is for; null: whoever has the address when it is sent
  user_id uuid references users (id) on delete cascade,
  address text,
  facts jsonb not null default '{}',
  status text not null default 'pending' check (status in ('pending', 'sent', 'dropped', 'failed')),
  -- whether a workflow carries it
  is_started boolean not null default false,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check (user_id is not null or address is not null)
);
create index mails_waiting on mails (created_at) where not is_started;
create index mails_user_id on mails (user_id);

-- Links in mails. The text of the token is in the mail alone: it is made when the mail is sent.
create table mail_links (
  token_hash text primary key,
  purpose text not null check (purpose in ('verify_email', 'reset_password')),
  user_id uuid not null references users (id) on delete cascade,
  address text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index mail_links_user_id on mail_links (user_id);

-- Where people have logged in from: an address, or the network of one.
create table login_places (
  user_id uuid not null references users (id) on delete cascade,
  place text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, place)
);
