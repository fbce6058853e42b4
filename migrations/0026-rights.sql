-- What a right can be given on, beside the package itself: its repository and the claim that its name is under. A claim
-- goes only when no package is in it, so that no constraint has to look.
alter table packages add column namespace_id uuid;

-- lint-allow update: one statement over names that are in the index; older versions write no namespace and read none
update packages
set namespace_id = namespaces.id
from namespaces
where namespaces.ecosystem = packages.ecosystem
  and namespaces.name = case packages.ecosystem
    when 'npm' then substring(packages.name_key from '^@([^/]+)/')
    when 'oci' then split_part(packages.name_key, '/', 1)
  end;

alter table search_documents add column repository_id uuid;
alter table search_documents add column namespace_id uuid;

-- lint-allow update: until a package is projected again, nobody would find it by what they were given on its repository
update search_documents
set repository_id = packages.repository_id, namespace_id = packages.namespace_id
from packages
where packages.id = search_documents.package_id;
