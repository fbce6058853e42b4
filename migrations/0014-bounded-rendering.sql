-- Rendering loads no more than its budget: how much a release brings to it is known without reading it. Null where nobody
-- has measured yet; the next rendering of the package does.
alter table release_metadata add column metadata_bytes integer;

-- What lists of many releases show of one, a few hundred bytes, where the metadata itself may have megabytes.
alter table release_metadata add column listed jsonb;

-- One statement per manifest that is there: some seconds for a hundred thousand of them.
update release_metadata set listed = jsonb_build_object(
  'mediaType', publication #>> '{metadata,mediaType}',
  'size', publication #> '{metadata,size}',
  'artifactType', left(publication #>> '{metadata,artifactType}', 255),
  'configType', publication #>> '{metadata,config,mediaType}',
  'subject', publication #>> '{metadata,subject}',
  'annotationBytes', octet_length(publication #>> '{metadata,annotations}'))
where ecosystem = 'oci';

-- A job that nothing can go on with until a person has decided waits; that is no work in a queue.
alter table jobs add column waits_for text;
alter table jobs drop constraint jobs_status_check;
alter table jobs add constraint jobs_status_check
  check (status in ('pending', 'running', 'waiting', 'completed', 'failed', 'dead', 'cancelled')) not valid;
alter table jobs validate constraint jobs_status_check;
drop index jobs_open;
create index jobs_open on jobs (kind, status) where status in ('pending', 'running', 'waiting');
-- Packages that could not be brought into the search, by their id.
create index jobs_parked on jobs ((payload ->> 'packageId')) where kind = 'index_package' and status = 'failed';
update jobs set status = 'waiting', waits_for = releases.status_reason
from releases
where jobs.status = 'running' and jobs.kind in ('publish_release', 'hold_release')
  and releases.id = (jobs.payload ->> 'releaseId')::uuid
  and releases.state = 'quarantine' and releases.status_reason is not null;
