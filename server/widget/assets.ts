import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { browserModule } from '../browser-module.ts'
import { type Bytes, type Encoding, encode } from '../content-encoding.ts'
import { contentHash } from '../etag.ts'

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

/** A file as it is sent. */
export interface Asset {
  type: string
  etag: string
  /** The file in an encoding, made once. */
  body(encoding: Encoding): Promise<Bytes>
}

function asset(type: string, text: string): Asset {
  const plain = new Uint8Array(Buffer.from(text))
  const bodies = new Map<Encoding, Promise<Bytes>>()
  return {
    type,
    etag: `"${contentHash(plain)}"`,
    body(encoding) {
      const body = bodies.get(encoding) ?? encode(plain, encoding)
      bodies.set(encoding, body)
      return body
    },
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
