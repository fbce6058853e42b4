-- no-transaction
create index concurrently if not exists documents_of_many on documents (ecosystem, path) where package_id is null;
