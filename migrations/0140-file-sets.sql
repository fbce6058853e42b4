-- What a file is judged by that joins a release later: written when the scanner has opened it, and moved with it.
alter table uploads add column findings jsonb;
alter table uploads add column license text;

-- Why a file waits that was sent to a visible release; null: it waits with its release, and one decision is about both.
alter table staged_files add column held_for text;

-- The files that a decision is about, sorted by name: what becomes visible is exactly these. Null: from before.
alter table release_decisions add column files jsonb;
alter table release_decisions add column files_digest text;
-- The file that waits on its own; null: the decision is about the release.
alter table release_decisions add column upload_id uuid;
-- `pass`: no policy held the files, and no person was asked.
alter table release_decisions drop constraint release_decisions_kind_check;
alter table release_decisions add constraint release_decisions_kind_check
  check (kind in ('approve', 'reject', 'delete', 'recheck', 'pass')) not valid;
