-- Clients that wait until a person says yes to them in a browser. Neither half of what they were told is stored.
create table login_requests (
  -- of the end of a page's address, or of a code that a person types
  page_hash text primary key,
  -- of what the client alone knows
  secret_hash text not null unique,
  client_name text not null,
  address text not null,
  -- the only person who can say yes, where the client has a token of theirs already
  confirms uuid references users (id) on delete cascade,
  -- of the token that the client gets; null: what a log-in gives
  scopes text[],
  -- how long the client waits between its questions
  interval_seconds integer not null,
  last_asked_at timestamptz,
  decision text check (decision in ('approved', 'denied')),
  approved_by uuid references users (id) on delete cascade,
  approved_ip text,
  approved_agent text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((decision is not distinct from 'approved') = (approved_by is not null))
);
create index login_requests_approved_by on login_requests (approved_by) where approved_by is not null;
create index login_requests_confirms on login_requests (confirms) where confirms is not null;
create index login_requests_expires_at on login_requests (expires_at);

-- What a client shows afterwards for a person who has said yes to it.
create table login_confirmations (
  code_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index login_confirmations_user_id on login_confirmations (user_id);
create index login_confirmations_expires_at on login_confirmations (expires_at);
