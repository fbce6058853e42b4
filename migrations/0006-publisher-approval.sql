-- Builds that may bring a release and not make it visible: a person approves it.

alter table trusted_publishers add column needs_approval boolean not null default false;
