-- How many finished games of each kind there are, and the bytes of their packed contents. Counting the rows themselves
-- takes longer with every game, and the archive grows for ever.
create table game_archive_totals (
  -- of the session that counted: games that end at once do not wait for each other
  shard integer not null,
  result text,
  end_reason text not null,
  games bigint not null,
  bytes bigint not null,
  unique nulls not distinct (shard, result, end_reason)
);

-- In the statement that changes the rows, whoever makes it; the argument is what each row counts.
create function count_game_archives() returns trigger language plpgsql as $$
begin
  insert into game_archive_totals as totals (shard, result, end_reason, games, bytes)
  select pg_backend_pid() % 16, changed.result, changed.end_reason, count(*) * tg_argv[0]::integer,
    sum(changed.compressed_bytes) * tg_argv[0]::integer
  from changed
  group by changed.result, changed.end_reason
  -- two sessions that share rows take them in the same order
  order by changed.result, changed.end_reason
  on conflict (shard, result, end_reason) do update
  set games = totals.games + excluded.games, bytes = totals.bytes + excluded.bytes;
  return null;
end $$;

create trigger game_archives_added after insert on game_archives
  referencing new table as changed for each statement execute function count_game_archives('1');
create trigger game_archives_removed after delete on game_archives
  referencing old table as changed for each statement execute function count_game_archives('-1');
create trigger game_archives_before_change after update on game_archives
  referencing old table as changed for each statement execute function count_game_archives('-1');
create trigger game_archives_changed after update on game_archives
  referencing new table as changed for each statement execute function count_game_archives('1');

create function forget_game_archives() returns trigger language plpgsql as $$
begin
  delete from game_archive_totals;
  return null;
end $$;

create trigger game_archives_emptied after truncate on game_archives
  for each statement execute function forget_game_archives();

-- From the first trigger on nobody else can write: what is there now is what was not counted. It takes about a second
-- for some hundred thousand games, while those that end wait.
insert into game_archive_totals (shard, result, end_reason, games, bytes)
select 0, game_archives.result, game_archives.end_reason, count(*), sum(game_archives.compressed_bytes)
from game_archives
group by game_archives.result, game_archives.end_reason;

drop index game_archives_compressed_bytes;
