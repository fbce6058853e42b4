-- Listings without a text: the page from one end of the first index, the total from the second alone.

create index search_documents_downloads on search_documents (download_count desc, name_key, package_id);
create index search_documents_visibility on search_documents (visibility, ecosystem, owner_user_id, owner_org_id);
