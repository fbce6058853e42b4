#!/bin/sh
# Replaces the roles of a running deployment, one container after the other, so that clients notice nothing: `up` by itself
# stops all of them first. What is replaced by: the sources of this folder, or ROOKERY_IMAGE where it is set.
#
#   deploy/compose/update.sh           # jobs (schema, workflow service, bucket), then api, scanner, engine, worker
#   deploy/compose/update.sh --back    # without the jobs: the way back to the version before
#
# It can be run again after it was interrupted.
set -eu
cd "$(dirname "$0")/../.."

back=${1:-}
if [ -n "$back" ] && [ "$back" != --back ]; then
  echo 'update: knows --back alone' >&2
  exit 64
fi

# an image of a registry, or of this machine alone; every role runs the same
if docker compose config --images | grep -qx rookery:local; then
  docker compose build migrate
else
  docker compose pull migrate || echo 'update: the image is not pulled; the one on this machine is taken'
fi

if [ -z "$back" ]; then
  for job in migrate temporal-setup bucket; do
    docker compose run --rm --no-deps "$job"
  done
fi

# the proxy sends requests to the other one meanwhile
for api in api-1 api-2; do
  docker compose up -d --no-deps --no-build --wait "$api"
done

# New containers of a service are there before its old ones are stopped. Each of those ends its work first.
for service in scanner engine worker; do
  old=$(docker compose ps -q "$service")
  count=$(printf '%s\n' "$old" | grep -c . || true)
  if [ "$count" -eq 0 ]; then
    docker compose up -d --no-deps --no-build --wait "$service"
    continue
  fi
  docker compose up -d --no-deps --no-build --no-recreate --wait --scale "$service=$((count * 2))" "$service"
  # shellcheck disable=SC2086 # one word for each container
  docker stop $old
  # shellcheck disable=SC2086
  docker rm -v $old
done
echo 'update: every role is replaced'
