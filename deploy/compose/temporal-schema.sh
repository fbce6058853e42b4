#!/bin/sh
# Upgrades both databases of Temporal to the schema of this version. Repeatable: existing data is kept.
set -eu
export SQL_HOST=postgres SQL_PORT=5432 SQL_USER=temporal SQL_PLUGIN=postgres12
SQL_PASSWORD=$(cat /run/secrets/temporal_database_password)
export SQL_PASSWORD

for database in temporal temporal_visibility; do
  schema=${database#temporal_}
  temporal-sql-tool --database "$database" setup-schema --version 0.0
  temporal-sql-tool --database "$database" update-schema \
    --schema-dir "/etc/temporal/schema/postgresql/v12/$schema/versioned"
done
