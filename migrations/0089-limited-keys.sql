-- Keys that the client of a protocol asked for: what the protocol calls their rights, and whether each use needs a code.
-- They count in the routes of that protocol alone. Null: not limited.
alter table tokens add column protocol_rights text[];
alter table tokens add column needs_code boolean not null default false;
