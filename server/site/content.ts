import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { getMimeType } from 'hono/utils/mime'

export type Encoding = 'br' | 'gzip' | 'identity'

export interface Content {
  type: string
  /** Of the content, before compression. */
  hash: string
  /** Whether it comes in several encodings. */
  isCompressible: boolean
  body(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>
}

/** Types that Hono's table lacks or names differently from what browsers expect. */
const TYPES: Readonly<Record<string, string>> = {
  map: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
}
const COMPRESSIBLE =
  /^(text\/|application\/(json|javascript|xml|manifest\+json|wasm)|image\/svg)|\+(json|xml)/
/** Smaller bodies gain nothing. */
const LEAST_BYTES = 256
const BROTLI_QUALITY = 9

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

function typeOf(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  const type = TYPES[extension] ?? getMimeType(path) ?? 'application/octet-stream'
  return /^text\/[a-z-]+$/.test(type) ? `${type}; charset=utf-8` : type
}

const owned = (bytes: Buffer) => new Uint8Array(bytes)

/** Reads files and keeps them in memory, compressed once for each content, until they change on disk. */
export function createContentCache(): (path: string) => Promise<Content> {
  const files = new Map<string, { version: string; content: Promise<Content> }>()
  const compressed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

  const load = async (path: string): Promise<Content> => {
    const plain = owned(await readFile(path))
    const type = typeOf(path)
    const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
    const isCompressible = plain.byteLength >= LEAST_BYTES && COMPRESSIBLE.test(type)
    return {
      type,
      hash,
      isCompressible,
      async body(encoding) {
        if (encoding === 'identity' || !isCompressible) return plain
        const key = `${encoding} ${hash}`
        let body = compressed.get(key)
        if (!body) {
          const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
          body = (encoding === 'br' ? brotli(plain, { params }) : deflate(plain)).then(owned)
          compressed.set(key, body)
        }
        return body
      },
    }
  }

  return async (path) => {
    const { mtimeMs, size } = await stat(path)
    const version = `${mtimeMs} ${size}`
    const known = files.get(path)
    if (known?.version === version) return known.content
    const content = load(path)
    files.set(path, { version, content })
    content.catch(() => files.delete(path))
    return content
  }
}
