-- Secrets of organizations' webhooks, sealed; `secret` is empty then. Hourly maintenance seals those of before.
alter table webhooks add column sealed_secret bytea;
