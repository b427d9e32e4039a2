import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { browserModule } from '../base/browser-module.ts'
import { BEST_BROTLI_QUALITY, type Bytes, type Encoding, encode } from '../base/content-encoding.ts'
import { contentHash } from '../base/etag.ts'

const FOLDER = resolve(import.meta.dirname, '../../widget')
const CONTRACT = resolve(import.meta.dirname, '../../src/contract')
const DOMAIN = resolve(import.meta.dirname, '../../src/domain')

/** The scripts that browsers load. Each one is served under the same name in /assets/. */
const SCRIPTS = [
  ...[
    'chat.ts',
    'chat-api.ts',
    'chat-control.ts',
    'chat-copies.ts',
    'chat-dom.ts',
    'chat-header.ts',
    'chat-history.ts',
    'chat-memory.ts',
    'chat-menu.ts',
    'chat-message.ts',
    'chat-offers.ts',
    'chat-photos.ts',
    'chat-presence.ts',
    'chat-sound.ts',
    'chat-spanish.ts',
    'chat-stream.ts',
    'chat-unread.ts',
    'chat-view.ts',
    'chat-words.ts',
    'outbox.ts',
    'photo-file.ts',
    'photo-upload.ts',
    'launcher.ts',
    'launcher-teaser.ts',
    'preview.ts',
  ].map((name) => resolve(FOLDER, name)),
  resolve(CONTRACT, 'limits.ts'),
  resolve(DOMAIN, 'conversations/transcript.ts'),
  resolve(DOMAIN, 'settings/business-hours.ts'),
  resolve(DOMAIN, 'settings/next-opening.ts'),
  resolve(DOMAIN, 'time/format-by-zone.ts'),
  resolve(DOMAIN, 'common/counted.ts'),
  resolve(DOMAIN, 'common/grouped.ts'),
  // During an update, browsers can have the previous version of the scripts above, which imports it.
  resolve(DOMAIN, 'common/color.ts'),
]

/** The style sheets in /assets/. Each one bundles its parts, so that a page needs only one request. */
const STYLES: Readonly<Record<string, readonly string[]>> = {
  'chat.css': ['chat.css', 'chat-messages.css', 'chat-offers.css', 'chat-menu.css', 'chat-photos.css'],
  'booking.css': ['booking.css'],
  'preview.css': ['preview.css'],
}

/** A file as served. */
export interface Asset {
  type: string
  etag: string
  /** Returns the file in an encoding, which is cached. */
  body(encoding: Encoding): Promise<Bytes>
}

function asset(type: string, text: string): Asset {
  const plain = new Uint8Array(Buffer.from(text))
  const bodies = new Map<Encoding, Promise<Bytes>>()
  return {
    type,
    etag: `"${contentHash(plain)}"`,
    body(encoding) {
      const body = bodies.get(encoding) ?? encode(plain, encoding, BEST_BROTLI_QUALITY)
      bodies.set(encoding, body)
      return body
    },
  }
}

/** A script of the widget host, with constants of the form `'__NAME__'`, which are replaced. */
function script(path: string, constants: Readonly<Record<string, string>>): Asset {
  const text = Object.entries(constants).reduce(
    (done, [name, value]) => done.replace(`'__${name}__'`, JSON.stringify(value)),
    browserModule(readFileSync(path, 'utf8')),
  )
  return asset('text/javascript; charset=utf-8', text)
}

/** Returns every file in /assets/ by its path. Inserts the API's origin into the launcher. */
export function loadAssets(apiOrigin: string): ReadonlyMap<string, Asset> {
  const assets = new Map<string, Asset>()
  for (const path of SCRIPTS)
    assets.set(`/assets/${basename(path, '.ts')}.js`, script(path, { API_ORIGIN: apiOrigin }))
  for (const [name, parts] of Object.entries(STYLES)) {
    const text = parts.map((part) => readFileSync(resolve(FOLDER, part), 'utf8')).join('')
    assets.set(`/assets/${name}`, asset('text/css; charset=utf-8', text))
  }
  return assets
}

/** The most scripts that are cached. */
const MOST_SCRIPTS = 1_000

/**
 * Returns a function that returns agent.js for the organization in its address. The organization is inserted, so that
 * the script still knows it after plugins of the website have merged or copied it.
 */
export function agentScripts(widgetOrigin: string): (organization: string | undefined) => Asset {
  const scripts = new Map<string, Asset>()
  return (organization = '') => {
    const id = /^[\w-]{1,100}$/.test(organization) ? organization : ''
    const known = scripts.get(id)
    if (known) return known
    const made = script(resolve(FOLDER, 'agent.ts'), { WIDGET_ORIGIN: widgetOrigin, ORGANIZATION: id })
    if (scripts.size >= MOST_SCRIPTS) scripts.clear()
    scripts.set(id, made)
    return made
  }
}
