-- Repository, commit and workflow of the build that a file's attestation names.
alter table file_standings add column build jsonb;
