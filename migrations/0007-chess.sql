-- Games, their archive, what subscribers hear, reviews, and the slots of position analyses.

create table games (
  id uuid primary key,
  start_fen text not null,
  -- the position on the board, all six fields
  fen text not null,
  ply integer not null default 0,
  turn text not null check (turn in ('white', 'black')),
  fullmove_number integer not null,
  draw_offer text check (draw_offer in ('white', 'black')),
  tags jsonb not null default '{}',
  -- SHA-256 of the seats' tokens; null: anybody moves
  white_token_hash text,
  black_token_hash text,
  created_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  -- bytes of the start position, the tags and the moves, as text
  content_bytes integer not null
);
create index games_created_at on games (created_at desc, id desc);
create index games_moved_at on games (moved_at);

create table game_moves (
  game_id uuid not null references games (id) on delete cascade,
  -- from 1
  ply integer not null,
  -- coordinates as engines write them
  move text not null,
  san text not null,
  -- after the move
  fen text not null,
  offers_draw boolean not null default false,
  primary key (game_id, ply)
);

-- A finished game, whole: what lists show in columns, the game itself in `content` (docs/ARCHIVE-FORMAT.md).
create table game_archives (
  game_id uuid primary key,
  content bytea not null,
  move_count integer not null,
  result text check (result in ('WhiteWins', 'BlackWins', 'Draw')),
  end_reason text not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  raw_bytes integer not null,
  compressed_bytes integer not null,
  turn text not null check (turn in ('white', 'black')),
  fullmove_number integer not null,
  white_token_hash text,
  black_token_hash text
);
create index game_archives_ended_at on game_archives (ended_at desc, game_id desc);
-- what all of them take is counted without reading them
create index game_archives_compressed_bytes on game_archives (compressed_bytes);

-- What subscribers of a game heard last, for those who come back; the sequence rises per game.
create table game_events (
  game_id uuid not null,
  seq integer not null,
  event text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  primary key (game_id, seq)
);
create index game_events_created_at on game_events (created_at);

create table reviews (
  id uuid primary key,
  game_id uuid not null,
  -- same game, same settings: the same review
  fingerprint text not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  -- what is reviewed, kept here: the game may go on or go away meanwhile
  start_fen text not null,
  moves text[] not null,
  settings jsonb not null,
  moves_analyzed integer not null default 0,
  total_moves integer not null,
  error text,
  result jsonb,
  submitted_by text,
  workflow_id text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz
);
create index reviews_created_at on reviews (created_at desc, id desc);
-- one open or completed review of the same thing; failed and cancelled ones may be asked for again
create unique index reviews_fingerprint on reviews (fingerprint) where status in ('queued', 'running', 'completed');

-- The search of one position of a review: position n is the one after n half-moves.
create table review_positions (
  review_id uuid not null references reviews (id) on delete cascade,
  ply integer not null,
  analysis jsonb not null,
  created_at timestamptz not null default now(),
  primary key (review_id, ply)
);

-- Whoever analyses a position holds a slot until it is done or, if its server died, until the slot expires. A slot is
-- worth nothing after a crash of the database, which empties the table: rows come back when they are needed. In return
-- nobody waits for the disk before and after each search.
create unlogged table analysis_slots (
  slot integer primary key,
  holder uuid not null,
  expires_at timestamptz not null
);

-- Answers to requests that carried an Idempotency-Key, for a day.
create table idempotency_keys (
  -- who and what: the caller and the operation
  scope text not null,
  key text not null,
  request_digest text not null,
  status integer not null,
  body jsonb not null,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);
