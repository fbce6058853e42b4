-- What lists and rights need of a finished game without opening it, and what a running one takes.

-- bytes of the start position, the tags and the moves, as text
alter table games add column content_bytes integer not null default 0;

alter table game_archives add column turn text not null default 'white' check (turn in ('white', 'black'));
alter table game_archives add column fullmove_number integer not null default 1;
alter table game_archives add column white_token_hash text;
alter table game_archives add column black_token_hash text;
