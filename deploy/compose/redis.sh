#!/bin/sh
# Starts Redis without files on disk. The password comes from a file, so that the process list does not show it.
set -eu
umask 077
cat >"${CONFIG:=/tmp/redis.conf}" <<END
requirepass $(cat "${SECRETS:-/run/secrets}/redis_password")
port ${PORT:-6379}
save ""
appendonly no
maxmemory 192mb
maxmemory-policy allkeys-lru
dir /tmp
END
exec redis-server "$CONFIG"
