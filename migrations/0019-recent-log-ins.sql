-- Sensitive changes ask for a recent log-in: when the person of a session proved who they are.

-- null in rows of versions before this one: then it was when the session began
alter table sessions add column authenticated_at timestamptz;

-- Every start of every API process left the first administrator a token with every scope and no end. Those that
-- npm start goes on with are renewed by it, the others end.
update tokens set expires_at = now() + interval '90 days'
where tokens.name = 'first start' and tokens.expires_at is null and tokens.revoked_at is null
  and tokens.user_id in (select users.id from users where users.username_key = 'admin' and users.is_admin);

-- Whether the owner of the source repository was named with the publisher, or shown by its first build.
alter table trusted_publishers add column is_owner_named boolean not null default false;
