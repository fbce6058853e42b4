-- no-transaction
create index concurrently if not exists policies_denying on policies (id) where document ? 'denied_packages';
