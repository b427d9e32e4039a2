# One image for the API, the widget host, and Caddy with the console. It contains no URLs and no keys. See docs/deploy.md.
FROM node:24-bookworm-slim AS source
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY stubs stubs
COPY server/package.json server/
COPY widget/package.json widget/
COPY dev/package.json dev/
COPY bench/package.json bench/

FROM source AS build
RUN npm ci
COPY . .
RUN npm run build -- --placeholders

FROM source AS packages
# npm puts packages of which the lockfile has two versions into the second folder.
RUN npm ci --omit=dev --workspace server && mkdir -p server/node_modules
COPY scripts/notices.ts scripts/
COPY scripts/lib/files.ts scripts/lib/notices.ts scripts/lib/usage.ts scripts/lib/
RUN node scripts/notices.ts server > third-party-notices.txt

FROM caddy:2 AS caddy

FROM node:24-bookworm-slim AS image
ENV NODE_ENV=production HOST=0.0.0.0 PHOTOS_FOLDER=/data/photos JOURNAL_FOLDER=/data/journal XDG_DATA_HOME=/data XDG_CONFIG_HOME=/tmp
WORKDIR /app
# The runbook's commands use it.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates curl && rm -rf /var/lib/apt/lists/*
COPY --from=caddy /usr/bin/caddy /usr/bin/caddy
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/third-party-notices.txt ./
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
COPY src/contract src/contract
COPY src/domain src/domain
COPY src/platform/session src/platform/session
COPY server server
COPY --from=packages /app/server/node_modules server/node_modules
COPY widget widget
COPY dev/cdn/rule-files.ts dev/cdn/
COPY dev/identity/migrate.ts dev/identity/
COPY dev/identity/migrations dev/identity/migrations
COPY scripts/backup.ts scripts/restore.ts scripts/fill-console.ts scripts/
COPY scripts/build scripts/build
COPY scripts/lib scripts/lib
COPY deploy/web.sh deploy/widget.caddy deploy/
RUN for folder in /data/photos /data/journal /data/caddy backups; do mkdir -p -m 700 $folder && chown node:node $folder; done
USER node
EXPOSE 80 443 3001 3002
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.API_PORT || 3001) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
