-- The list of all Python projects is a document: it gets those that are there. Projects that come later write themselves.
insert into documents (ecosystem, path, repository_id, content_type, etag, next_position)
select 'pypi', 'projects', null, 'text/plain; charset=utf-8', gen_random_uuid()::text, count(*) + 1
from packages where packages.ecosystem = 'pypi'
having count(*) > 0
union all
select 'pypi', 'r/' || repositories.slug || '/projects', repositories.id, 'text/plain; charset=utf-8',
  gen_random_uuid()::text, count(*) + 1
from packages join repositories on repositories.id = packages.repository_id
where packages.ecosystem = 'pypi'
group by repositories.id, repositories.slug;

insert into document_parts (ecosystem, path, piece, position, package_id, digest, body)
select documents.ecosystem, documents.path, 0, 0, null, sha256(''::bytea), ''::bytea
from documents
where documents.ecosystem = 'pypi' and documents.package_id is null
union all
select documents.ecosystem, documents.path, 1,
  row_number() over (partition by documents.path order by packages.name_key collate "C"),
  packages.id, sha256(convert_to(packages.name || E'\n', 'UTF8')), convert_to(packages.name || E'\n', 'UTF8')
from documents
join packages on packages.ecosystem = 'pypi'
  and (documents.repository_id is null or packages.repository_id = documents.repository_id)
where documents.ecosystem = 'pypi' and documents.package_id is null;
