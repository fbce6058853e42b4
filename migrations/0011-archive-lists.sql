-- The newest finished games of one kind, also of a rare one.
create index game_archives_result on game_archives (result, ended_at desc, game_id desc);
create index game_archives_end_reason on game_archives (end_reason, ended_at desc, game_id desc);
