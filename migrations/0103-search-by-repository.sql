-- no-transaction
create index concurrently if not exists search_documents_repository on search_documents (repository_id);
