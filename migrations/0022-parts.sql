-- Whether anything is being uploaded to a name is asked where the name has no release yet.
create index blob_uploads_name on blob_uploads (ecosystem, name_key, uploaded_by);

-- Why nobody looked through a part, or not to its end; null: somebody did.
alter table blob_scans add column uninspected jsonb;
