import type sharp from 'sharp'
import type { Sharp, SharpOptions } from 'sharp'
import { createSlots } from '../base/slots.ts'
import { HttpError } from '../http/http-error.ts'
import type { Bytes } from './storage.ts'

/** The maximum length of a stored picture's longer side, in pixels. */
const LARGE = 2_048
const SMALL = 480
/**
 * The memory for decoding a picture depends on its number of pixels, not its file size. Phone cameras have up to 50
 * million pixels.
 */
const MOST_PIXELS = 50_000_000
const MOST_SECONDS = 15
/** The number of bytes that identify the type of a file. */
export const SIGNATURE_BYTES = 12

/** A photo in its stored form. Both sizes are JPEG, upright, and without metadata. */
export interface Picture {
  large: Bytes
  small: Bytes
  width: number
  height: number
}

const refused = (message: string) => new HttpError(400, message)
const notAPicture = () => refused('This file cannot be sent. Please choose a JPEG, PNG, or WebP picture')

type Decoder = typeof sharp
type Kind = 'jpeg' | 'png' | 'webp'

/** Returns the type of a picture, based on the first bytes of its file. Throws an HttpError for any other file. */
export function kindOf(bytes: Uint8Array): Kind {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(SIGNATURE_BYTES, bytes.byteLength))
  const text = start.toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp'
  throw notAPicture()
}

let loaded: Promise<Decoder> | null = null

/** Loads the decoder with the first photo, because it is large, and restricts it to the three supported formats. */
function decoder(): Promise<Decoder> {
  loaded ??= import('sharp').then(({ default: decode }) => {
    decode.cache(false)
    decode.concurrency(1)
    decode.block({ operation: ['VipsForeignLoad'] })
    decode.unblock({
      operation: ['Jpeg', 'Png', 'Webp'].map((kind) => `VipsForeignLoad${kind}Buffer`),
    })
    return decode
  })
  return loaded
}

/** At most two pictures are decoded at the same time, one for each organization. */
const slots = createSlots({ atOnce: 2 })

/**
 * Decodes and re-encodes a picture, so that only its pixels remain. Organizations take turns, with one picture each at a
 * time. Throws a 400 HttpError with a one-sentence message if
 * the file isn't a complete, still picture of a reasonable size.
 */
export async function readPicture(organizationId: string, file: Bytes): Promise<Picture> {
  const kind = kindOf(file)
  const decode = await decoder()
  return slots.run(organizationId, async () => {
    try {
      return await redraw(decode, file, kind)
    } catch (error) {
      throw error instanceof HttpError ? error : httpErrorOf(error)
    }
  })
}

async function redraw(decode: Decoder, file: Bytes, kind: Kind): Promise<Picture> {
  const options: SharpOptions = { failOn: 'error', limitInputPixels: MOST_PIXELS }
  const found = await decode(file, options).metadata()
  if (found.format !== kind) throw notAPicture()
  if ((found.pages ?? 1) > 1 || (kind === 'png' && isAnimated(file))) {
    throw refused('Animated pictures cannot be sent. Please choose a still picture')
  }
  const upright = decode(file, options).autoOrient().flatten({ background: '#fff' })
  const large = await fitted(upright, LARGE, 82)
  const small = await fitted(decode(large.data), SMALL, 75)
  return {
    large: new Uint8Array(large.data),
    small: new Uint8Array(small.data),
    width: large.info.width,
    height: large.info.height,
  }
}

const fitted = (picture: Sharp, side: number, quality: number) =>
  picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality })
    .timeout({ seconds: MOST_SECONDS })
    .toBuffer({ resolveWithObject: true })

/**
 * Returns whether a PNG is animated, which it declares before the pixel data. The decoder only sees the first frame.
 */
function isAnimated(file: Bytes): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const chunk = bytes.toString('latin1', at + 4, at + 8)
    if (chunk === 'acTL') return true
    if (chunk === 'IDAT') return false
  }
  return false
}

function httpErrorOf(error: unknown): HttpError {
  const reason = error instanceof Error ? error.message : ''
  if (/pixel limit/i.test(reason))
    return refused('This picture has too many pixels. Please send a smaller one')
  if (/timeout/i.test(reason))
    return refused('This picture takes too long to read. Please send a smaller one')
  return refused('This picture is damaged. Please choose another one')
}
