#!/bin/sh
# Replaces the roles of a running deployment, one container after the other, without an interruption for clients: `up`
# alone would stop all of them first. The new roles run the sources of this folder, or ROOKERY_IMAGE where it is set.
#
#   deploy/compose/update.sh           # jobs (schema, workflow service, bucket), then api, scanner, engine, worker
#   deploy/compose/update.sh --back    # without the jobs: back to the previous version
#
# Run it again after an interruption.
set -eu
cd "$(dirname "$0")/../.."

back=${1:-}
if [ -n "$back" ] && [ "$back" != --back ]; then
  echo 'update: knows --back alone' >&2
  exit 64
fi

# the image comes from a registry, or is built on this machine; every role runs the same one
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

# meanwhile the proxy sends requests to the other api
for api in api-1 api-2; do
  docker compose up -d --no-deps --no-build --wait "$api"
done

# Starts new containers of a service before it stops the old ones, which finish their work first.
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
