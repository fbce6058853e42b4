-- The person behind a token of an organization: null where it is the person that the token belongs to.
alter table tokens add column made_by uuid;
-- Whether the token, or the session, ended itself: what it has under way goes on then.
alter table tokens add column is_given_back boolean not null default false;
alter table sessions add column is_given_back boolean not null default false;

-- lint-allow update: tokens of organizations, which are few.
-- The entry of a token is written in its transaction.
update tokens set made_by = audit_log.actor_user_id
from audit_log
where tokens.kind = 'org_automation' and audit_log.occurred_at = tokens.created_at
  and audit_log.action = 'token_create' and audit_log.metadata ->> 'token_id' = tokens.id::text;
