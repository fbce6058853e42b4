-- no-transaction
create index concurrently if not exists search_documents_updated on search_documents (updated_at desc, name_key, package_id);
