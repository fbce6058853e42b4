-- Documents about many packages are locked last: a publish locks its package and then those documents, and a change of a
-- repository's visibility locked them before the packages inside. At the end of the transaction every package that it
-- changes is locked already.
drop trigger packages_wide_documents on packages;
create constraint trigger packages_wide_documents
  after update of visibility, readable_releases, repository_id on packages
  deferrable initially deferred
  for each row when (old.visibility <> new.visibility or old.repository_id <> new.repository_id
    or (old.readable_releases = 0) <> (new.readable_releases = 0))
  execute function renew_documents_of_package();
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
  set etag = gen_random_uuid()::text,
    last_modified = greatest(clock_timestamp(), documents.last_modified + interval '1 second')
  from held
  where documents.ecosystem = held.ecosystem and documents.path = held.path;
end
$$;
