import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const FOLDER = resolve(import.meta.dirname, 'assets')
const DOMAIN = resolve(import.meta.dirname, '../../src/domain')

/** What browsers load, as written; each becomes one file of the same name under /assets/. */
const SOURCES = [
  ...[
    'chat.ts',
    'chat-api.ts',
    'chat-history.ts',
    'chat-memory.ts',
    'chat-offers.ts',
    'chat-view.ts',
    'outbox.ts',
    'launcher.ts',
    'preview.ts',
    'chat.css',
    'chat-offers.css',
    'booking.css',
    'preview.css',
  ].map((name) => resolve(FOLDER, name)),
  resolve(DOMAIN, 'business-hours.ts'),
  resolve(DOMAIN, 'colour.ts'),
]

/** A file as it is sent: whole, and compressed in advance. */
export interface Asset {
  type: string
  etag: string
  plain: Uint8Array<ArrayBuffer>
  br: Uint8Array<ArrayBuffer>
  gzip: Uint8Array<ArrayBuffer>
}

/** The module that browsers run: types taken out, imports led to /assets/. */
function browserModule(source: string): string {
  // Node calls type stripping experimental each time; whoever starts the companion can do nothing about it.
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source).replace(
      /(\bfrom\s+|\bimport\s+)'(?:\.{1,2}\/)[^']*?([\w-]+)\.ts'/g,
      "$1'./$2.js'",
    )
  } finally {
    process.emitWarning = emitWarning
  }
}

function asset(type: string, text: string): Asset {
  const plain = new Uint8Array(Buffer.from(text))
  return {
    type,
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    br: new Uint8Array(brotliCompressSync(plain)),
    gzip: new Uint8Array(gzipSync(plain)),
  }
}

/** Every file of the widget host by its path. `apiOrigin` is written into the launcher. */
export function loadAssets(apiOrigin: string): ReadonlyMap<string, Asset> {
  const script = (path: string) =>
    asset(
      'text/javascript; charset=utf-8',
      browserModule(readFileSync(path, 'utf8')).replace("'__API_ORIGIN__'", JSON.stringify(apiOrigin)),
    )
  const assets = new Map<string, Asset>([['/agent.js', script(resolve(FOLDER, 'agent.ts'))]])
  for (const path of SOURCES) {
    const isScript = path.endsWith('.ts')
    const name = basename(path).replace(/\.ts$/, '.js')
    assets.set(
      `/assets/${name}`,
      isScript ? script(path) : asset('text/css; charset=utf-8', readFileSync(path, 'utf8')),
    )
  }
  return assets
}
