-- When packages came into a document about many of them, or left it, other than by a change of their own: whoever has
-- followed the document's entries reads it anew.
alter table documents add column renewed_at timestamptz;

-- In the order of the bytes of their paths. Parts that refer to a document need not wait for its lock.
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

-- When one of its releases last began or ceased to be one that nobody should install any more.
alter table packages add column withheld_at timestamptz;

create function note_withheld_release() returns trigger language plpgsql as $$
begin
  if new.state in ('quarantine', 'rejected') or old.state in ('quarantine', 'rejected') and old.published_at is not null
    or exists (select from findings where findings.release_id = new.id and findings.kind = 'malware'
      and not findings.is_resolved)
  then
    update packages set withheld_at = clock_timestamp() where packages.id = new.package_id;
  end if;
  return null;
end
$$;
create trigger releases_withheld_at after update of state, published_at on releases
  for each row when (new.published_at is not null
    and (old.state <> new.state or old.published_at is distinct from new.published_at))
  execute function note_withheld_release();

create function note_withheld_finding() returns trigger language plpgsql as $$
begin
  update packages set withheld_at = clock_timestamp()
  from releases
  where releases.id = new.release_id and releases.published_at is not null and packages.id = releases.package_id;
  return null;
end
$$;
create trigger findings_withheld_at after insert or update of is_resolved on findings
  for each row when (new.kind = 'malware')
  execute function note_withheld_finding();
