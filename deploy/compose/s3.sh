#!/bin/sh
# Starts the S3 server (versitygw) on the folder /objects, with accounts in /accounts. `s3.sh accounts` creates the
# bucket and its two keys: one for api and worker, which owns the bucket, and one for the scanner, which a policy
# admits (`rookery setup-bucket`). Repeatable: buckets are kept, keys get the current secrets.
set -eu
gateway=$(command -v versitygw || echo /app/versitygw)
secrets=${SECRETS:-/run/secrets}
ROOT_ACCESS_KEY=root
ROOT_SECRET_KEY=$(cat "$secrets/s3_root_secret")
export ROOT_ACCESS_KEY ROOT_SECRET_KEY

if [ "${1:-serve}" = serve ]; then
  exec "$gateway" --port "${S3_LISTEN:-:7070}" --keep-alive --quiet --health /health --iam-dir "${ACCOUNTS:-/accounts}" posix "${OBJECTS:-/objects}"
fi

export ADMIN_ENDPOINT_URL="${S3_ENDPOINT:-http://s3:7070}" ADMIN_ACCESS_KEY=root ADMIN_SECRET_KEY="$ROOT_SECRET_KEY"
accounts=$("$gateway" admin list-users)
account() {
  case "$accounts" in
    *"$1 "*) "$gateway" admin update-user --access "$1" --secret "$(cat "$secrets/$2")" ;;
    *) "$gateway" admin create-user --access "$1" --secret "$(cat "$secrets/$2")" --role user ;;
  esac
}
account rookery s3_secret
account scanner scanner_s3_secret
case "$("$gateway" admin list-buckets)" in
  *rookery*) ;;
  *) "$gateway" admin create-bucket --bucket rookery --owner rookery ;;
esac
