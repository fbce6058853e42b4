-- expand
-- The names of the players, as lists show them: the game itself is packed. Games of before have none here.
alter table game_archives add column players jsonb not null default '{}';
