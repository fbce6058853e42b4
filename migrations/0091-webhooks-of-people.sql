-- A webhook is an organization's or a person's, about everything of its holder, of an ecosystem, or of one package.
alter table webhooks
  alter column organization_id drop not null,
  add column user_id uuid,
  add column ecosystem text,
  add column package_id uuid;
alter table webhooks
  add constraint webhooks_user_id_fkey foreign key (user_id) references users (id) on delete cascade not valid;
alter table webhooks
  add constraint webhooks_package_id_fkey foreign key (package_id) references packages (id) on delete cascade not valid;
alter table webhooks
  add constraint webhooks_one_holder check (num_nonnulls(organization_id, user_id) = 1) not valid;
