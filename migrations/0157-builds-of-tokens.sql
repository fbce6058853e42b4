-- A token that was traded for the identity of a build is no person's: what it may publish is judged by name, at each
-- write, by the publishers of that package alone. `build` is the verified identity with what the exchange narrowed it to.
alter table tokens
  add column build jsonb,
  alter column user_id drop not null,
  add constraint tokens_have_a_holder check (user_id is not null or build is not null) not valid;
