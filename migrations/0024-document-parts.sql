-- Index documents in parts: a change renders and writes what it touches, and reads join the rest. Documents may also
-- belong to a repository or to the whole registry, and those may grow at their end.

-- A release has another stamp after every change that its documents could show: stored parts say by it what they
-- were rendered from. Null where no large package has been rendered since; that gives it one.
create sequence release_stamps;
alter table releases add column stamp bigint;
alter table releases alter column stamp set default nextval('release_stamps');
-- Of the metadata, as `release_metadata.metadata_bytes` was, which nothing writes any more: every change of a package
-- looks at it for all releases.
alter table releases add column metadata_bytes integer;

create function stamp_release() returns trigger language plpgsql as $$
begin
  new.stamp := nextval('release_stamps');
  return new;
end
$$;
create trigger releases_stamp
  before update of version, version_key, state, is_yanked, yank_reason, is_deprecated, deprecation_message,
    is_prerelease, published_by, uploaded_at, published_at on releases
  for each row execute function stamp_release();

-- Before a release is visible nothing shows it, and becoming visible is a change of its own.
create function stamp_release_of() returns trigger language plpgsql as $$
begin
  update releases set stamp = nextval('release_stamps')
  where id = coalesce(new.release_id, old.release_id) and state = 'published';
  return null;
end
$$;
create trigger artifacts_stamp after insert or update or delete on artifacts
  for each row execute function stamp_release_of();
create trigger release_signatures_stamp after insert or update or delete on release_signatures
  for each row execute function stamp_release_of();
create trigger release_metadata_stamp after insert or delete or update of publication, listed on release_metadata
  for each row execute function stamp_release_of();

-- Runs of releases whose entries are stored together; none where a package is rendered as a whole.
create table document_segments (
  package_id uuid not null references packages (id) on delete cascade,
  position bigint not null,
  -- digest of everything else that the entries were rendered from
  basis text not null,
  stamps bigint[] not null,
  primary key (package_id, position)
);

alter table documents alter column package_id drop not null;
alter table documents add column repository_id uuid;
-- nothing is there to be checked: the column is new
alter table documents add constraint documents_repository_id
  foreign key (repository_id) references repositories (id) on delete cascade not valid;
-- null: joined from its parts
alter table documents alter column body drop not null;
-- of the release that the document is about, where it is about one
alter table documents add column version_key text;
-- number of the next part at the end of a document that grows
alter table documents add column next_position bigint not null default 1;
alter table documents alter column last_modified set default clock_timestamp();
-- lint-allow index: no row is in it yet, and the bodies that make the table large lie elsewhere
create index documents_version_key on documents (package_id, version_key) where version_key is not null;
-- lint-allow index: the same
create index documents_repository_id on documents (repository_id) where repository_id is not null;

create table document_parts (
  ecosystem text not null,
  path text not null,
  -- the pieces of a document follow each other, and within a list its segments
  piece smallint not null,
  position bigint not null,
  -- whose it is in a document about many packages: readers see it as long as they see the package
  package_id uuid references packages (id) on delete cascade,
  -- stands before every part of a list but the first
  separator text not null default '',
  -- SHA-256 of the body
  digest bytea not null,
  body bytea not null,
  -- a run of deflate blocks that needs nothing before it and is not the last; null where nobody asks for it
  deflated bytea,
  primary key (ecosystem, path, piece, position),
  foreign key (ecosystem, path) references documents (ecosystem, path) on delete cascade
);
create index document_parts_package_id on document_parts (package_id) where package_id is not null;
alter table document_parts alter column body set storage external;
alter table document_parts alter column deflated set storage external;

-- A document about many packages has no ETag of its own: in its place stands its edition, another one whenever anything
-- but its end has changed. Who sees a package decides whether its parts are read.
create function renew_wide_documents(package_ids uuid[]) returns void language sql as $$
  update documents
  set etag = gen_random_uuid()::text,
    last_modified = greatest(clock_timestamp(), documents.last_modified + interval '1 second')
  from (
    select distinct document_parts.ecosystem, document_parts.path
    from document_parts where document_parts.package_id = any(package_ids)) as held
  where documents.ecosystem = held.ecosystem and documents.path = held.path
$$;
create function renew_documents_of_package() returns trigger language plpgsql as $$
begin
  perform renew_wide_documents(array[old.id]);
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger packages_wide_documents after update of visibility, readable_releases, repository_id on packages
  for each row when (old.visibility <> new.visibility or old.repository_id <> new.repository_id
    or (old.readable_releases = 0) <> (new.readable_releases = 0))
  execute function renew_documents_of_package();
create trigger packages_gone_wide_documents before delete on packages
  for each row execute function renew_documents_of_package();
create function renew_documents_of_repository() returns trigger language plpgsql as $$
begin
  perform renew_wide_documents(array(select packages.id from packages where packages.repository_id = new.id));
  return null;
end
$$;
create trigger repositories_wide_documents after update of visibility on repositories
  for each row when (old.visibility <> new.visibility)
  execute function renew_documents_of_repository();
