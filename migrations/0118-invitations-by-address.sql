-- An invitation names a person, or an address: then nobody knows whose it is until they answer.
alter table invitations alter column user_id drop not null;
alter table invitations
  add column address text,
  add column address_key text,
  -- who had the address where nobody can confirm one; shown to nobody
  add column holder_id uuid;
alter table invitations add constraint invitations_holder_id
  foreign key (holder_id) references users (id) on delete set null not valid;
alter table invitations add constraint invitations_invited
  check (user_id is not null or address_key is not null) not valid;
