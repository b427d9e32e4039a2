import { type HeaderBlock, parseHeaders, parseRewrites } from '../../dev/cdn/rule-files.ts'

/** An export and how a web server serves it. */
export interface Site {
  /** The absolute path of the export's folder. */
  root: string
  /** The address that the server listens on: a port, or a name and port. */
  listen: string
  /** The export's `_headers` and `_redirects`. */
  headers: string
  redirects: string
  /**
   * The addresses of the servers, such as `127.0.0.1:3001`, that serve `/api/` on the console's origin; empty if the
   * API has a different origin.
   */
  apis: readonly string[]
}

const EVERYWHERE = '/*'
/** Sent only over HTTPS, as RFC 6797 demands. */
const HSTS = 'Strict-Transport-Security'
/** nginx has no type for it, and Caddy only where the system names one. */
const MANIFEST = '/app.webmanifest'
const MANIFEST_TYPE = 'application/manifest+json'
/** Browsers revalidate pages each time, so that a new export appears immediately. */
const ASK_AGAIN: HeaderBlock['set'][number] = ['Cache-Control', 'public, max-age=0, must-revalidate']

function rulesOf({ headers, redirects }: Site) {
  const blocks = parseHeaders(headers)
  const everywhere = blocks.filter(({ path }) => path === EVERYWHERE).flatMap(({ set }) => set)
  const places = blocks.filter(({ path }) => path !== EVERYWHERE)
  return { everywhere, places, rewrites: parseRewrites(redirects) }
}

/** Returns how nginx passes requests to the API; `connection` is the header of that name. */
const toApi = (connection: string) => [
  '    proxy_pass http://fieldhand_api;',
  '    proxy_http_version 1.1;',
  `    proxy_set_header Connection ${connection};`,
  '    proxy_set_header Host $http_host;',
  '    proxy_set_header X-Forwarded-For $remote_addr;',
  '    proxy_buffering off;',
  '    proxy_read_timeout 1h;',
]

/** Returns nginx's `server` block for the export, with the rules that a CDN reads from its files. */
export function nginxSite(site: Site): string {
  const { everywhere, places, rewrites } = rulesOf(site)
  // A location with its own headers discards the enclosing ones, so each location lists all of them.
  // nginx sends no header without a value.
  const hsts = everywhere.find(([name]) => name === HSTS)?.[1]
  const send = (headers: HeaderBlock['set']) =>
    headers.map(([name, value]) =>
      name === HSTS
        ? `    add_header ${name} $fieldhand_hsts always;`
        : `    add_header ${name} "${value.replace(/["\\]/g, '\\$&')}" always;`,
    )
  const location = (match: string, body: string[]) => [`  location ${match} {`, ...body, '  }']
  const { apis } = site
  const lines = [
    ...(hsts ? ['# Only over HTTPS.', `map $https $fieldhand_hsts { on "${hsts}"; default ""; }`] : []),
    ...(apis.length > 0
      ? ['upstream fieldhand_api {', ...apis.map((api) => `  server ${api};`), '  keepalive 32;', '}']
      : []),
    'server {',
    `  listen ${site.listen};`,
    `  root ${site.root};`,
    '  server_tokens off;',
    '  gzip on;',
    '  gzip_vary on;',
    "  # The build's compressed files. With the module ngx_brotli, `brotli_static on;` sends the smaller ones.",
    '  gzip_static on;',
    '  gzip_types text/css text/javascript application/javascript application/json image/svg+xml application/manifest+json;',
    '  error_page 404 /404.html;',
    ...(apis.length > 0
      ? [
          ...location('/api/', [...toApi('""'), '    client_max_body_size 11m;']),
          // The sockets of calls.
          ...location('/api/v1/voice/relay/', [
            ...toApi('"upgrade"'),
            '    proxy_set_header Upgrade $http_upgrade;',
          ]),
        ]
      : []),
    ...rewrites.flatMap(({ pattern, to }) =>
      location(`~ ${pattern}`, [...send([...everywhere, ASK_AGAIN]), `    try_files ${to} ${to}.html =404;`]),
    ),
    ...places.flatMap(({ path, set, unset }) =>
      location(path.endsWith('*') ? `^~ ${path.slice(0, -1)}` : `= ${path}`, [
        ...send([...everywhere.filter(([name]) => !unset.includes(name)), ...set]),
        '    try_files $uri =404;',
      ]),
    ),
    ...location(`= ${MANIFEST}`, [
      ...send([...everywhere, ASK_AGAIN]),
      '    types {}',
      `    default_type ${MANIFEST_TYPE};`,
      '    try_files $uri =404;',
    ]),
    ...location('~ \\.html$', [...send([...everywhere, ASK_AGAIN])]),
    ...location('/', [
      ...send([...everywhere, ASK_AGAIN]),
      '    index index.html;',
      '    try_files $uri $uri.html $uri/index.html =404;',
    ]),
    '}',
  ]
  return `${lines.join('\n')}\n`
}

/** Returns Caddy's site block for the export, with the rules that a CDN reads from its files. */
export function caddySite(site: Site): string {
  const { everywhere, places, rewrites } = rulesOf(site)
  const header =
    (path: string) =>
    ([name, value]: HeaderBlock['set'][number]) =>
      `    header ${path} ${name} "${value.replace(/["\\]/g, '\\$&')}"`
  const lines = [
    `${site.listen} {`,
    `  root * ${site.root}`,
    '  encode zstd gzip',
    // Uses `handle`, because Caddy would otherwise run it after `route`.
    ...(site.apis.length > 0
      ? [
          '  handle /api/* {',
          `    reverse_proxy ${site.apis.join(' ')} {`,
          '      flush_interval -1',
          '      health_uri /healthz',
          // Caddy can't repeat a body. It must not count failures, because visitors who cancel uploads cause them.
          '      health_interval 1s',
          '      lb_try_duration 10s',
          '    }',
          '  }',
        ]
      : []),
    // Caddy would otherwise apply the general headers last, overriding the specific ones.
    '  route {',
    '    @https protocol https',
    ...[...everywhere, ASK_AGAIN].map((each) => header(each[0] === HSTS ? '@https' : '*')(each)),
    `    header ${MANIFEST} Content-Type ${MANIFEST_TYPE}`,
    ...places.flatMap(({ path, set, unset }) => [
      ...unset.map((name) => `    header ${path} -${name}`),
      ...set.map(header(path)),
    ]),
    ...rewrites.flatMap(({ pattern, to }, index) => [
      `    @rule${index} path_regexp ${pattern}`,
      `    rewrite @rule${index} ${to}`,
    ]),
    '    try_files {path} {path}.html {path}/index.html',
    '    file_server {',
    '      precompressed br',
    '    }',
    '  }',
    '  handle_errors {',
    '    rewrite * /404.html',
    '    file_server',
    '  }',
    '}',
  ]
  return `${lines.join('\n')}\n`
}
