# Two images of one source: `server` (API and widget host) and `web` (Caddy with the console). See docs/deploy.md.
FROM node:24-bookworm-slim AS source
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY stubs stubs
COPY server/package.json server/
COPY widget/package.json widget/
COPY dev/package.json dev/
COPY bench/package.json bench/

# Builds the console for the services that the arguments name; all of them are public.
FROM source AS build
RUN npm ci
COPY . .
ARG PUBLIC_API_URL
ARG PUBLIC_WIDGET_URL
ARG PUBLIC_CLERK_PUBLISHABLE_KEY
ARG PUBLIC_CLERK_PROXY_URL
ARG PUBLIC_MAPS_URL
ARG PUBLIC_MAPBOX_TOKEN
ARG PUBLIC_SUPPORT_CHAT_URL
ARG PUBLIC_SUPPORT_CHAT_TOKEN
ARG PUBLIC_SALES_EMAIL
ARG PUBLIC_HELP_URL
ARG PUBLIC_SENTRY_DSN
ARG PUBLIC_GEOIP_URL
ARG PUBLIC_TOUR_TOKEN
ARG PUBLIC_GTM_ID
ARG PUBLIC_GTM_URL
ARG SERVERS="server-1:3001 server-2:3001"
RUN npm run build \
  && npm run -s web-server -- caddy '{$CONSOLE_ADDRESS}' dist $SERVERS > Caddyfile \
  && cat deploy/widget.caddy >> Caddyfile

FROM source AS packages
RUN npm ci --omit=dev --workspace server
COPY scripts/notices.ts scripts/
COPY scripts/lib/files.ts scripts/lib/notices.ts scripts/lib/usage.ts scripts/lib/
RUN node scripts/notices.ts server > third-party-notices.txt

FROM caddy:2 AS web
COPY --from=build /app/dist /app/dist
COPY --from=build /app/Caddyfile /etc/caddy/Caddyfile

FROM node:24-bookworm-slim AS server
ENV NODE_ENV=production HOST=0.0.0.0 PHOTOS_FOLDER=/data/photos JOURNAL_FOLDER=/data/journal
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/third-party-notices.txt ./
COPY package.json LICENSE ./
COPY src/contract src/contract
COPY src/domain src/domain
COPY server server
COPY widget widget
RUN mkdir -p -m 700 /data/photos /data/journal && chown node:node /data/photos /data/journal
USER node
EXPOSE 3001 3002
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.API_PORT || 3001) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
