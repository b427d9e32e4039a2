import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPhotos } from '../../../server/photos/open.ts'
import type { PhotoPlace } from '../../../server/photos/storage.ts'
import { S3_KEYS, startS3, type TestS3 } from '../../support/s3.ts'

let folder: string
let s3: TestS3

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photos-test-'))
  s3 = await startS3()
})

afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

const bytes = (text: string) => new Uint8Array(Buffer.from(text))

const PLACES: Record<string, () => PhotoPlace> = {
  folder: () => ({ kind: 'folder', folder: join(folder, 'photos') }),
  'folder of this process': () => ({ kind: 'temporary' }),
  'S3-compatible bucket': () => ({ kind: 's3', url: s3.url, ...S3_KEYS }),
}

describe.each(Object.entries(PLACES))('photos in a %s', (_, place) => {
  it('are stored, replaced, returned, and removed', async () => {
    const photos = openPhotos(place())
    expect(await photos.get('one.jpg')).toBeNull()
    await photos.remove('one.jpg')
    await photos.put('one.jpg', bytes('first'))
    await photos.put('one.jpg', bytes('second'))
    await photos.put('two.jpg', bytes('other'))
    expect(await photos.get('one.jpg')).toEqual(bytes('second'))
    await photos.remove('one.jpg')
    expect(await photos.get('one.jpg')).toBeNull()
    expect(await photos.get('two.jpg')).toEqual(bytes('other'))
    // Another server finds them, too.
    if (place().kind !== 'temporary') expect(await openPhotos(place()).get('two.jpg')).not.toBeNull()
  })
})

it('in a folder can only be opened by its owner', async () => {
  const own = join(folder, 'private')
  await openPhotos({ kind: 'folder', folder: own }).put('a.jpg', bytes('a'))
  expect((await stat(own)).mode & 0o777).toBe(0o700)
  expect((await stat(join(own, 'a.jpg'))).mode & 0o777).toBe(0o600)
  expect(await readdir(own)).toEqual(['a.jpg'])
})

describe('photos in a bucket', () => {
  it('are JPEG files', async () => {
    await openPhotos({ kind: 's3', url: s3.url, ...S3_KEYS }).put('typed.jpg', bytes('a'))
    expect(s3.files.get('typed.jpg')?.type).toBe('image/jpeg')
  })

  it('need the right keys', async () => {
    const before = s3.refused
    for (const wrong of [{ secret: 'other' }, { keyId: 'AKIAOTHER' }, { region: 'us-east-1' }]) {
      const photos = openPhotos({ kind: 's3', url: s3.url, ...S3_KEYS, ...wrong })
      await expect(photos.put('wrong.jpg', bytes('a'))).rejects.toThrow('answered 403 to PUT')
      await expect(photos.get('typed.jpg')).rejects.toThrow('answered 403 to GET')
    }
    expect(s3.refused - before).toBe(6)
    expect(s3.files.has('wrong.jpg')).toBe(false)
  })

  it('are not taken for stored or missing while the service fails', async () => {
    const photos = openPhotos({ kind: 's3', url: s3.url, ...S3_KEYS })
    s3.fail = 503
    await expect(photos.put('a.jpg', bytes('a'))).rejects.toThrow('answered 503 to PUT')
    await expect(photos.get('typed.jpg')).rejects.toThrow('answered 503 to GET')
    await expect(photos.remove('typed.jpg')).rejects.toThrow('answered 503 to DELETE')
    s3.fail = null
    expect(await photos.get('typed.jpg')).not.toBeNull()
  })
})
