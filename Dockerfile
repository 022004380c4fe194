# Two images from one file:
#   docker build --target plain   -t tessera .            # fetches pages over HTTP
#   docker build --target browser -t tessera:browser .    # with Chromium, for pages that need scripts
# Both run `tessera serve` unless told otherwise; `work` starts a worker of a fleet.

# A tag may be another image tomorrow. For the same image every time, name its digest (docs/operate/install.md):
#   docker build --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:… --target plain -t tessera .
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.base.json README.md LICENSE ./
COPY packages packages
COPY demo demo
COPY bench/package.json bench/package.json
COPY scripts scripts
RUN npm ci --no-audit --no-fund
RUN npm run build
# what the built program needs beside itself, in the versions of the lock file
RUN node scripts/runtime-modules.ts dist/tessera

FROM ${NODE_IMAGE} AS plain
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 TESSERA_DATA=/data TESSERA_HOST=0.0.0.0 TESSERA_BROWSER=off
WORKDIR /app
COPY --from=build --chown=root:root /app/dist/tessera /app
# the program can be read but not changed by the user that runs it
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8420
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8420/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=16", "program/tessera.js"]
CMD ["serve"]

FROM plain AS browser
USER root
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium-headless-shell fonts-liberation fonts-noto-color-emoji fonts-noto-cjk \
  && rm -rf /var/lib/apt/lists/*
ENV TESSERA_BROWSER=auto
USER node
