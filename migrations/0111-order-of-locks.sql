-- Documents about many packages are locked last: a publish locks its package and then those documents, and a change of a
-- repository's visibility locked them before the packages inside. Packages keep their trigger, which sees the entries that
-- were there before the change: a first publish adds to a document and makes nobody read it anew.
drop trigger repositories_wide_documents on repositories;
create constraint trigger repositories_wide_documents after update of visibility on repositories
  deferrable initially deferred
  for each row when (old.visibility <> new.visibility)
  execute function renew_documents_of_repository();
