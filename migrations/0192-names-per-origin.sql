-- packages_address keeps hosted names unique, and begins with the same columns
alter table packages drop constraint packages_ecosystem_name_key_key;
