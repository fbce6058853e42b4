-- no-transaction
create index concurrently if not exists staged_files_held on staged_files (staged_at) where held_for is not null;
