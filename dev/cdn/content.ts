import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { getMimeType } from 'hono/utils/mime'
import { type Bytes, type Encoding, encode } from '../../server/base/content-encoding.ts'
import { contentHash } from '../../server/base/etag.ts'
import { statOf } from './files.ts'

export interface Content {
  type: string
  /** The hash of the uncompressed content. */
  hash: string
  /** Whether several encodings are available. */
  isCompressible: boolean
  body(encoding: Encoding): Promise<Bytes>
}

/** Types that Hono's table lacks or that browsers expect under a different name. */
const TYPES: Readonly<Record<string, string>> = {
  map: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
}
const COMPRESSIBLE =
  /^(text\/|application\/(json|javascript|xml|manifest\+json|wasm)|image\/svg)|\+(json|xml)/
/** The minimum size worth compressing. */
const LEAST_BYTES = 256

function typeOf(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  const type = TYPES[extension] ?? getMimeType(path) ?? 'application/octet-stream'
  return /^text\/[a-z-]+$/.test(type) ? `${type}; charset=utf-8` : type
}

/** Reads files and caches them in memory, each compressed once, until they change on disk. */
export function createContentCache(): (path: string) => Promise<Content> {
  const files = new Map<string, { version: string; content: Promise<Content> }>()
  const compressed = new Map<string, Promise<Bytes>>()

  const load = async (path: string): Promise<Content> => {
    const plain = new Uint8Array(await readFile(path))
    const type = typeOf(path)
    const hash = contentHash(plain)
    const isCompressible = plain.byteLength >= LEAST_BYTES && COMPRESSIBLE.test(type)
    return {
      type,
      hash,
      isCompressible,
      async body(encoding) {
        if (encoding === 'identity' || !isCompressible) return plain
        const key = `${encoding} ${hash}`
        const body = compressed.get(key) ?? encoded(path, plain, encoding)
        compressed.set(key, body)
        return body
      },
    }
  }

  return async (path) => {
    const { mtimeMs, size } = statSync(path)
    const version = `${mtimeMs} ${size}`
    const known = files.get(path)
    if (known?.version === version) return known.content
    const content = load(path)
    files.set(path, { version, content })
    content.catch(() => files.delete(path))
    return content
  }
}

/** Returns the build's `.br` file unless the file is newer; otherwise encodes the content. */
async function encoded(path: string, plain: Bytes, encoding: Encoding): Promise<Bytes> {
  if (encoding === 'br') {
    const packed = statOf(`${path}.br`)
    if (packed && packed.mtimeMs >= statSync(path).mtimeMs)
      return new Uint8Array(await readFile(`${path}.br`))
  }
  return encode(plain, encoding)
}
