#!/bin/sh
# Creates the secrets that docker-compose.yml reads, one file each, in the folder `secrets` (or the given one).
# Existing files are kept: run it again after an update.
set -eu

folder=${1:-$(dirname "$0")/../../secrets}
umask 077
mkdir -p "$folder"
chmod 700 "$folder"

# Only root and the owner can enter the folder; container processes of other users read the mounted file.
keep() {
  cat >"$folder/.new"
  if [ ! -s "$folder/.new" ]; then
    echo "make-secrets: $1 could not be made" >&2
    exit 1
  fi
  chmod 444 "$folder/.new"
  mv "$folder/.new" "$folder/$1"
}

random() {
  od -An -tx1 -N32 /dev/urandom | tr -d ' \n'
}

for name in postgres_password database_password scanner_database_password temporal_database_password \
  redis_password elastic_password s3_root_secret s3_secret scanner_s3_secret jwt_secret webhook_key admin_password; do
  [ -s "$folder/$name" ] || random | keep "$name"
done

# the key for signatures of releases
[ -s "$folder/signing_key" ] ||
  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 2>/dev/null | keep signing_key

# files of the operator: the address of a mail server, and the second key during a key rotation
for name in smtp_url jwt_secret_accepted webhook_key_accepted; do
  [ -e "$folder/$name" ] || : >"$folder/$name"
  chmod 444 "$folder/$name"
done

# Addresses contain passwords, so they are secrets as well. They are updated with the passwords as long as they name a
# service of the Compose file; an address with another user, host, port or database is the operator's own, and is
# kept.
read_secret() { cat "$folder/$1"; }
without_password() { printf '%s' "$1" | sed 's#^\([a-z]*://[^:@/]*\):[^@/]*@#\1@#'; }
url() {
  if [ -s "$folder/$1" ]; then
    there=$(cat "$folder/$1")
    [ "$there" = "$2" ] && return
    if [ "$(without_password "$there")" != "$(without_password "$2")" ]; then
      echo "make-secrets: $1 is an address of your own and stays as it is"
      return
    fi
  fi
  printf '%s' "$2" | keep "$1"
}
url database_url "postgres://rookery:$(read_secret database_password)@postgres:5432/rookery"
url scanner_database_url "postgres://rookery_scanner:$(read_secret scanner_database_password)@postgres:5432/rookery"
url redis_url "redis://:$(read_secret redis_password)@redis:6379"
url elasticsearch_url "http://elastic:$(read_secret elastic_password)@elasticsearch:9200"

echo "secrets are in $folder; the first administrator's password is in $folder/admin_password"
