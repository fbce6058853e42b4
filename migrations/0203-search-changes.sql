-- What an engine beside the database has yet to be told of search_documents. A change has its row in the transaction that
-- makes it, whatever makes it, so that none is lost while the engine is away. One row for each package.

create sequence search_versions;

-- Grows with every change of the entry: an engine that keeps the highest one is never brought back by a late message.
alter table search_documents add column version bigint not null default 0;

create table search_changes (
  package_id uuid primary key,
  version bigint not null,
  -- Whether somebody who found the package before may not find it now.
  hides boolean not null
);
create index search_changes_version on search_changes (version);
create index search_changes_hiding on search_changes (package_id) where hides;

create function number_search_entry() returns trigger language plpgsql as $$
begin
  new.version := nextval('search_versions');
  return new;
end
$$;

create function note_search_change() returns trigger language plpgsql as $$
declare
  changed record;
  is_hiding boolean := false;
begin
  if tg_op = 'DELETE' then
    changed := old;
    changed.version := nextval('search_versions');
    is_hiding := true;
  else
    changed := new;
  end if;
  if tg_op = 'UPDATE' then
    -- the revision -1 is of an entry that names what was just hidden
    is_hiding := old.revision = -1 or new.revision = -1
      or (old.visibility = 'public' and new.visibility <> 'public')
      or (new.visibility <> 'public' and (old.repository_id, old.namespace_id, old.owner_user_id, old.owner_org_id)
        is distinct from (new.repository_id, new.namespace_id, new.owner_user_id, new.owner_org_id));
  end if;
  insert into search_changes (package_id, version, hides)
  values (changed.package_id, changed.version, is_hiding)
  on conflict (package_id) do update
    set version = excluded.version, hides = search_changes.hides or excluded.hides;
  return null;
end
$$;

create trigger number_new_search_entry before insert on search_documents
  for each row execute function number_search_entry();
create trigger number_search_entry before update on search_documents
  for each row when (old.* is distinct from new.*) execute function number_search_entry();
create trigger note_new_search_entry after insert or delete on search_documents
  for each row execute function note_search_change();
create trigger note_search_change after update on search_documents
  for each row when (old.version is distinct from new.version) execute function note_search_change();
