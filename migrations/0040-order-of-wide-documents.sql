-- A change of visibility renews several documents about many packages. They are locked in the order in which a publish
-- writes them, that of the bytes of their paths: two orders would wait for each other.
create or replace function renew_wide_documents(package_ids uuid[]) returns void language plpgsql as $$
begin
  perform 1
  from documents
  where documents.package_id is null and (documents.ecosystem, documents.path) in (
    select document_parts.ecosystem, document_parts.path
    from document_parts where document_parts.package_id = any(package_ids))
  order by documents.ecosystem collate "C", documents.path collate "C"
  for update;
  update documents
  set etag = gen_random_uuid()::text,
    last_modified = greatest(clock_timestamp(), documents.last_modified + interval '1 second')
  from (
    select distinct document_parts.ecosystem, document_parts.path
    from document_parts where document_parts.package_id = any(package_ids)) as held
  where documents.ecosystem = held.ecosystem and documents.path = held.path;
end
$$;
