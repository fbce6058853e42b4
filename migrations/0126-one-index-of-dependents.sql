-- no-transaction
-- release_dependencies_newest begins with the same columns
drop index concurrently if exists release_dependencies_on;
