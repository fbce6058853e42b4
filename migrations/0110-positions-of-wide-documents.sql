-- Packages that came between the two statements of 0086 left the next position behind the last one that is taken.
-- lint-allow update: at most one row per repository and list, and only those that were left behind
update documents set next_position = taken.position + 1
from (
  select wide.ecosystem, wide.path,
    (select max(document_parts.position) from document_parts
      where document_parts.ecosystem = wide.ecosystem and document_parts.path = wide.path
        and document_parts.piece = 1) as position
  from documents as wide where wide.package_id is null) as taken
where documents.ecosystem = taken.ecosystem and documents.path = taken.path
  and documents.next_position <= taken.position;
