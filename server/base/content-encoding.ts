import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** The supported encodings, smallest output first. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip']
/** The Brotli quality for files that are encoded at request time. */
const BROTLI_QUALITY = 9
/** The Brotli quality for small files that are encoded once and sent to every visitor. */
export const BEST_BROTLI_QUALITY = 11

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Returns the encoding that the browser prefers; on a tie, the one with the smaller output. */
export function encodingFor(c: Context): Encoding {
  return accepts(c, {
    header: 'Accept-Encoding',
    supports: [...ENCODINGS],
    default: 'identity',
    match: (accepted) => {
      const quality = (name: string) =>
        (accepted.find(({ type }) => type === name) ?? accepted.find(({ type }) => type === '*'))?.q ?? 0
      const [best] = ENCODINGS.filter((name) => quality(name) > 0).toSorted((a, b) => quality(b) - quality(a))
      return best ?? 'identity'
    },
  }) as Encoding
}

export type Bytes = Uint8Array<ArrayBuffer>

/** Encodes `plain`; `identity` leaves it unchanged. */
export async function encode(plain: Bytes, encoding: Encoding, quality = BROTLI_QUALITY): Promise<Bytes> {
  if (encoding === 'identity') return plain
  if (encoding === 'gzip') return new Uint8Array(await deflate(plain))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength,
  }
  return new Uint8Array(await brotli(plain, { params }))
}
