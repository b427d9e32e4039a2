import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readPicture } from '../../../server/photos/picture.ts'
import { drawing, phonePhoto, png, TAKEN_BY, webp } from '../../support/pictures.ts'

type Bytes = Uint8Array<ArrayBuffer>
const text = (written: string): Bytes => new Uint8Array(Buffer.from(written, 'latin1'))
const after = (...parts: Uint8Array[]): Bytes => new Uint8Array(Buffer.concat(parts))

/** A chunk of a PNG; decoders that check only its place ignore the missing checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(type, 4, 'latin1')
  const body = Buffer.concat([head.subarray(4), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([head.subarray(0, 4), body, sum])
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

/** A PNG of a few kilobytes that decodes to gigabytes of black. */
function bomb(side: number): Bytes {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const pixels = deflateSync(Buffer.alloc(4_000_000))
  return after(signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0)))
}

/** Announces that a PNG is animated, before its pixels. */
async function animatedPng(): Promise<Bytes> {
  const still = Buffer.from(await png())
  const frames = Buffer.alloc(8)
  frames.writeUInt32BE(2)
  return after(still.subarray(0, 33), chunk('acTL', frames), still.subarray(33))
}

async function animatedWebp(): Promise<Bytes> {
  const [one, two] = await Promise.all([
    drawing(8, 8).png().toBuffer(),
    sharp(await png(8, 8))
      .negate()
      .toBuffer(),
  ])
  return new Uint8Array(
    await sharp([one, two], { join: { animated: true } })
      .webp()
      .toBuffer(),
  )
}

const ORG = 'org_green'
const refusal = (file: Bytes) =>
  readPicture(ORG, file).then(
    () => null,
    (error: { status: number; message: string }) => [error.status, error.message],
  )

describe('a photo', () => {
  it('is stored upright, without metadata, at most 2,048 pixels wide, with a thumbnail', async () => {
    const file = await phonePhoto(4_000, 3_000)
    expect(Buffer.from(file).includes(TAKEN_BY)).toBe(true)
    expect((await sharp(file).metadata()).orientation).toBe(6)
    const { large, small, width, height } = await readPicture(ORG, file)
    // The phone was held upright.
    expect([width, height]).toEqual([1_536, 2_048])
    const found = await sharp(large).metadata()
    expect(found).toMatchObject({ format: 'jpeg', width: 1_536, height: 2_048 })
    expect([found.exif, found.icc, found.xmp, found.iptc, found.orientation]).toEqual(
      Array(5).fill(undefined),
    )
    expect(Buffer.from(large).includes(TAKEN_BY)).toBe(false)
    expect(await sharp(small).metadata()).toMatchObject({ format: 'jpeg', width: 360, height: 480 })
  })

  it.each([
    ['PNG', () => png()],
    ['WebP', () => webp()],
  ])('can be a %s picture, and is not enlarged', async (_, file) => {
    const { large, width, height } = await readPicture(ORG, await file())
    expect([width, height]).toEqual([40, 30])
    expect((await sharp(large).metadata()).format).toBe('jpeg')
  })

  it('does not wait for the photos of another organization', async () => {
    const [large, small] = [await png(6_000, 6_000), await png()]
    const done: string[] = []
    const read = (organizationId: string, file: Bytes) =>
      readPicture(organizationId, file).then(() => void done.push(organizationId))
    await Promise.all([...[1, 2, 3].map(() => read('org_flooded', large)), read(ORG, small)])
    expect(done).toEqual([ORG, 'org_flooded', 'org_flooded', 'org_flooded'])
  })

  it('is white where it is transparent', async () => {
    const clear = sharp({ create: { width: 8, height: 8, channels: 4, background: '#0000' } })
    const { large } = await readPicture(ORG, new Uint8Array(await clear.png().toBuffer()))
    expect([...(await sharp(large).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255])
  })

  it('loses whatever a file contains besides it', async () => {
    const script = '<script>alert(1)</script>'
    const zip = 'PK\x03\x04evil.zip'
    for (const file of [await phonePhoto(), await png(), await webp()]) {
      const { large, small } = await readPicture(ORG, after(file, text(`<!doctype html>${script}${zip}`)))
      for (const stored of [large, small]) {
        expect(Buffer.from(stored).includes(script)).toBe(false)
        expect(Buffer.from(stored).includes('PK\x03\x04', 'latin1')).toBe(false)
      }
    }
  })
})

describe('a file is refused if it is', () => {
  const notAPicture = [400, 'This file cannot be sent. Please choose a JPEG, PNG, or WebP picture']
  const damaged = [400, 'This picture is damaged. Please choose another one']

  it.each([
    ['empty', text('')],
    ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', text('<!doctype html><script>alert(1)</script>')],
    ['a GIF', text('GIF89a\x01\x00\x01\x00\x00\x00\x00;')],
    ['a GIF that is also a script', text('GIF89a/*\x01\x00*/=1;alert(1)')],
    ['a PDF that contains a JPEG', text('%PDF-1.7\n\xff\xd8\xff\xe0')],
    ['a HEIC picture', text('\x00\x00\x00\x18ftypheic\x00\x00\x00\x00')],
    ['a sound in the container of WebP', text('RIFF\x24\x00\x00\x00WAVEfmt ')],
  ])('%s', async (_, file) => {
    expect(await refusal(file)).toEqual(notAPicture)
  })

  it.each([
    ['JPEG', text('\xff\xd8\xff\xe0<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['PNG', text('\x89PNG\r\n\x1a\n<!doctype html><script>alert(1)</script>')],
    ['WebP', text('RIFF\x24\x00\x00\x00WEBP<!doctype html><script>alert(1)</script>')],
  ])('a script that begins like a %s', async (_, file) => {
    expect(await refusal(file)).toEqual(damaged)
  })

  it('cut off', async () => {
    for (const file of [await phonePhoto(), await png(400, 300), await webp(400, 300)])
      expect(await refusal(file.slice(0, file.length - Math.ceil(file.length / 3)))).toEqual(damaged)
  })

  it('a small file with billions of pixels', async () => {
    const file = bomb(60_000)
    expect(file.length).toBeLessThan(10_000)
    expect(await refusal(file)).toEqual([400, 'This picture has too many pixels. Please send a smaller one'])
  })

  it('animated', async () => {
    const animated = [400, 'Animated pictures cannot be sent. Please choose a still picture']
    expect(await refusal(await animatedPng())).toEqual(animated)
    expect(await refusal(await animatedWebp())).toEqual(animated)
  })
})
