-- no-transaction
create index concurrently if not exists search_documents_license on search_documents (license, visibility);
