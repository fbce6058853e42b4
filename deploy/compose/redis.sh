#!/bin/sh
# Redis with a password from a file, which the list of processes does not show. It keeps nothing on disk.
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
