-- no-transaction
create index concurrently if not exists packages_withheld_at on packages (ecosystem, withheld_at)
  where withheld_at is not null;
