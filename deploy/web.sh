#!/bin/sh
# Fills in the image's console for the PUBLIC_ variables, and serves it with Caddy. Arguments: the API's servers.
set -e
for name in CONSOLE_ADDRESS WIDGET_ADDRESS; do
  eval "[ -n \"\$$name\" ]" || { echo "$name is not set." >&2; exit 1; }
done
folder="${TMPDIR:-/tmp}"
node scripts/fill-console.ts "$folder/console" "$folder/Caddyfile" "$@"
exec caddy run --adapter caddyfile --config "$folder/Caddyfile"
