-- Documents about many packages are renewed when what their readers see of a package changes, and not when somebody hides,
-- shows or removes what they do not see: the time of it would tell of packages that they may not know.

-- As `isShownToReadersOf` in domain/visibility.ts: a test compares the two.
create function is_shown_to_readers_of(repository text, package text) returns boolean language sql immutable as $$
  select repository <> 'quarantined'
    and (package = 'public'
      or package in ('private', 'internal_org') and repository in ('private', 'internal_org'))
$$;

-- Whether readers of a document see a package: everybody's document has public packages of public repositories.
create function is_in_wide_document(document_repository uuid, package packages) returns boolean language sql stable as $$
  select package.readable_releases > 0 and case
    when document_repository is null then package.visibility = 'public' and repositories.visibility = 'public'
    else package.repository_id = document_repository
      and is_shown_to_readers_of(repositories.visibility, package.visibility)
  end
  from repositories where repositories.id = package.repository_id
$$;

-- In the order of the bytes of their paths. Parts that refer to a document need not wait for its lock.
create function renew_documents(wanted text[], of_ecosystem text) returns void language plpgsql as $$
begin
  if cardinality(wanted) = 0 then return; end if;
  perform 1 from documents
  where documents.ecosystem = of_ecosystem and documents.path = any(wanted) and documents.package_id is null
  order by documents.path collate "C"
  for no key update;
  update documents
  set etag = gen_random_uuid()::text, renewed_at = clock_timestamp(),
    last_modified = greatest(clock_timestamp(), documents.last_modified + interval '1 second')
  where documents.ecosystem = of_ecosystem and documents.path = any(wanted) and documents.package_id is null;
end
$$;

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

-- At the end of the transaction, when its packages may have been narrowed with it: everybody's documents are renewed where the
-- repository was public or is, its own always. Who reads them knows the repository.
create or replace function renew_documents_of_repository() returns trigger language plpgsql as $$
declare
  affected record;
begin
  for affected in
    select documents.ecosystem, array_agg(distinct documents.path) as paths
    from packages
    join document_parts on document_parts.package_id = packages.id
    join documents on documents.ecosystem = document_parts.ecosystem and documents.path = document_parts.path
    where packages.repository_id = new.id and documents.package_id is null
      and (documents.repository_id = new.id
        or documents.repository_id is null and 'public' in (old.visibility, new.visibility)
          and packages.readable_releases > 0)
    group by documents.ecosystem
    order by documents.ecosystem collate "C"
  loop
    perform renew_documents(affected.paths, affected.ecosystem);
  end loop;
  return null;
end
$$;

drop function renew_wide_documents(uuid[]);
