-- Who brought the file; null for what came with its release, or before this was kept: then the publisher of the release.
alter table artifacts add column uploaded_by uuid references users (id) on delete set null;
