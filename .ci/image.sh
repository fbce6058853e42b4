#!/usr/bin/env bash
# Builds the image with buildah, on a base that this machine makes itself, and prints the folder of its root file system,
# which is mounted until `.ci/image.sh unmount`.
# No container registry is needed; the base is a minimal Debian, kept in the cache of the user.
set -euo pipefail
cd "$(dirname "$0")/.."

cache=${ROOKERY_CACHE:-$HOME/.cache/rookery}
base=$cache/debian-bookworm.tar
# layers over each other where the machine can do that, else each a copy
driver=vfs
if [ "$(id -u)" -eq 0 ] && grep -qw overlay /proc/filesystems; then driver=overlay; fi
containers=$PWD/build/containers
store=(--root "$containers/$driver" --runroot "$containers/run" --storage-driver "$driver")
mkdir -p "$cache" build
buildah() { command buildah "${store[@]}" "$@"; }
if [ "${1:-}" = unmount ]; then
  buildah rm --all >&2
  # left by buildah; the folder could not be removed
  umount "$containers/overlay/overlay" 2>/dev/null || true
  exit
fi
# shared with the machine, which has them already
packages=(--volume "${npm_config_cache:-$HOME/.npm}:/root/.npm")

if [ ! -f "$base" ]; then
  rm -rf "$base"
  mmdebstrap --quiet --format=tar --variant=minbase --include=ca-certificates,git bookworm "$base.new" http://deb.debian.org/debian >&2
  mv "$base.new" "$base"
fi

context=build/image-bases
rm -rf "$context"
mkdir -p "$context"
ln -f "$base" "$context/base.tar" 2>/dev/null || cp "$base" "$context/base.tar"
printf 'FROM scratch\nADD base.tar /\n' >"$context/run.Dockerfile"
# the Node and npm of this machine, as the image of Node has them
cp -L "$(command -v node)" "$context/node"
cp -r "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$context/npm"
# the machine may reach the package registry through a proxy with an authority of its own: the build trusts it, the image does not
cp -L "${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}" "$context/authorities.pem"
cat >"$context/build.Dockerfile" <<'STAGE'
FROM localhost/rookery-run-base
COPY authorities.pem /etc/ssl/certs/authorities.pem
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/authorities.pem
ENV npm_config_cafile=/etc/ssl/certs/authorities.pem
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
STAGE

{
  buildah build --isolation chroot -f "$context/run.Dockerfile" -t localhost/rookery-run-base "$context"
  buildah build --isolation chroot -f "$context/build.Dockerfile" -t localhost/rookery-build-base "$context"
  buildah build --isolation chroot --format docker "${packages[@]}" \
    --build-arg BUILD_BASE=localhost/rookery-build-base --build-arg RUN_BASE=localhost/rookery-run-base \
    -t localhost/rookery:local .
} >&2
rm -rf "$context"
{ buildah rm --all && buildah rmi --prune; } >&2 || true
buildah mount "$(buildah from localhost/rookery:local)"
