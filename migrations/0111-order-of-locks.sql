-- Documents about many packages are locked last: a publish locks its package and then those documents, and a change of a
-- repository's visibility locked them before the packages inside. Packages keep their trigger, which sees the entries that
-- were there before the change: a first publish adds to a document and makes nobody read it anew.
drop trigger repositories_wide_documents on repositories;
create constraint trigger repositories_wide_documents after update of visibility on repositories
  deferrable initially deferred
  for each row when (old.visibility <> new.visibility)
  execute function renew_documents_of_repository();

-- As before, in the order of the bytes of their paths. Parts that refer to a document need not wait for its lock.
create or replace function renew_wide_documents(package_ids uuid[]) returns void language plpgsql as $$
begin
  with held as materialized (
    select documents.ecosystem, documents.path
    from documents
    where documents.package_id is null and (documents.ecosystem, documents.path) in (
      select document_parts.ecosystem, document_parts.path
      from document_parts where document_parts.package_id = any(package_ids))
    order by documents.ecosystem collate "C", documents.path collate "C"
    for no key update)
  update documents
  set etag = gen_random_uuid()::text, renewed_at = clock_timestamp(),
    last_modified = greatest(clock_timestamp(), documents.last_modified + interval '1 second')
  from held
  where documents.ecosystem = held.ecosystem and documents.path = held.path;
end
$$;
