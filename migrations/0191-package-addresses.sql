-- no-transaction
create unique index concurrently if not exists packages_address on packages (ecosystem, name_key, origin) nulls not distinct;
