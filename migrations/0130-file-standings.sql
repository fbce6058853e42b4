-- What policies ask of a file, as its format said it when the file was opened; a file without a row has nothing to say.
create table file_standings (
  release_id uuid not null,
  filename text not null,
  -- what was verified: `signature`, `attestation`
  vouchers text[] not null,
  -- that run when somebody installs the file, or builds what needs it
  install_scripts integer not null check (install_scripts >= 0),
  primary key (release_id, filename),
  foreign key (release_id, filename) references artifacts (release_id, filename) on delete cascade
);

-- The same of a file that waits to join a release.
alter table uploads add column standing jsonb;
