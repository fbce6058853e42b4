-- Documents about many packages are locked in the order of the bytes of their paths, those that a rendering of the same
-- transaction writes to as well: all that the package stands in or comes to, before any of them is renewed.
create or replace function renew_documents_of_package() returns trigger language plpgsql as $$
declare
  held text[] := array(
    select documents.path
    from (
      select distinct document_parts.ecosystem, document_parts.path
      from document_parts where document_parts.package_id = old.id) as stands
    join documents on documents.ecosystem = stands.ecosystem and documents.path = stands.path
    where documents.package_id is null);
begin
  perform 1 from documents
  where documents.ecosystem = old.ecosystem and documents.package_id is null
    and (documents.path = any(held)
      or cardinality(held) > 0 and tg_op <> 'DELETE' and documents.repository_id = new.repository_id)
  order by documents.path collate "C"
  for no key update;
  perform renew_documents(
    array(
      select documents.path from documents
      where documents.ecosystem = old.ecosystem and documents.path = any(held) and documents.package_id is null
        and is_in_wide_document(documents.repository_id, old)
          is distinct from (tg_op <> 'DELETE' and is_in_wide_document(documents.repository_id, new))),
    old.ecosystem);
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
