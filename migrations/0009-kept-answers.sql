-- What the headers of a kept answer said. Null: kept before this was known, or the answer had none.
alter table idempotency_keys add column language text;
alter table idempotency_keys add column etag text;
