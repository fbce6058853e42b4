create table webhooks (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  url text not null,
  -- signs what is sent: the worker has to read it
  secret text not null,
  events text[] not null check (cardinality(events) > 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index webhooks_organization_id on webhooks (organization_id);

-- What is to be sent, written with the change that it tells of.
create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  event text not null,
  body jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  -- whether a workflow carries it
  is_started boolean not null default false,
  attempts integer not null default 0,
  response_status integer,
  error text,
  redelivery_of uuid,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index webhook_deliveries_waiting on webhook_deliveries (created_at) where not is_started;
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, created_at desc, id desc);
