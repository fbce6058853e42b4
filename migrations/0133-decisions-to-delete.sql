-- A held release can be deleted as well: as one that is rejected, but its version stays taken.
alter table release_decisions drop constraint release_decisions_kind_check;
alter table release_decisions add constraint release_decisions_kind_check
  check (kind in ('approve', 'reject', 'delete', 'recheck')) not valid;
