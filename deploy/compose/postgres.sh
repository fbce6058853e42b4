#!/bin/sh
# The PostgreSQL image runs it once, on an empty data folder. Creates the roles and databases of the platform.
set -eu
export SECRETS="${SECRETS:-/run/secrets}"

psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\set rookery `cat "$SECRETS/database_password"`
\set scanner `cat "$SECRETS/scanner_database_password"`
\set temporal `cat "$SECRETS/temporal_database_password"`

create role rookery login password :'rookery';
-- its rights are granted by `rookery migrate` (DATABASE_SCANNER_ROLE)
create role rookery_scanner login password :'scanner' connection limit 50;
create role temporal login password :'temporal';

create database rookery owner rookery;
create database temporal owner temporal;
create database temporal_visibility owner temporal;

revoke all on database rookery, temporal, temporal_visibility, postgres, template1 from public;
grant connect on database rookery to rookery_scanner;
SQL
