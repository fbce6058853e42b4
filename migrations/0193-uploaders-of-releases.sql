-- lint-allow rename: no version that knows the old names was released
alter table release_bringers rename to release_uploaders;
alter index release_bringers_key rename to release_uploaders_key;
alter index release_bringers_token rename to release_uploaders_token;
alter index release_bringers_session rename to release_uploaders_session;
