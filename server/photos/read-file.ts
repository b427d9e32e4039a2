import { LIMITS } from '../../src/contract/limits.ts'
import { HttpError } from '../http/http-error.ts'
import { kindOf, SIGNATURE_BYTES } from './picture.ts'
import type { Bytes } from './storage.ts'
import type { Pace } from './upload-limits.ts'

/** Memory is reserved in at least this many bytes, and doubled when they are full. */
const FIRST_BYTES = 16_384

const tooLarge = () =>
  new HttpError(413, `A photo can have ${LIMITS.photo / 1_048_576} MB. Please choose a smaller one`)

/**
 * Reads a request's body, and calls `hold` with each number of bytes before it reserves them. Throws a 413 HttpError for
 * files over the limit, without buffering more than the limit; a 400 HttpError for files that don't start like a
 * picture, as soon as their first bytes arrive; and a 408 HttpError for uploads that take too long or are too slow.
 */
export async function readFile(
  { headers, body }: Request,
  { windowMs, bytesPerWindow, longestMs }: Pace,
  hold: (bytes: number) => void,
): Promise<Bytes> {
  if (Number(headers.get('content-length')) > LIMITS.photo) throw tooLarge()
  const reader = body?.getReader()
  let file: Bytes = new Uint8Array(0)
  let size = 0
  let sizeBefore = 0
  let passedMs = 0
  let isLate = false
  const timer = setInterval(() => {
    passedMs += windowMs
    isLate ||= size - sizeBefore < bytesPerWindow || passedMs >= longestMs
    sizeBefore = size
    if (isLate) void reader?.cancel().catch(() => undefined)
  }, windowMs)

  /** Many small parts need no more memory than one large part. */
  const append = (part: Uint8Array) => {
    const newSize = size + part.byteLength
    if (newSize > LIMITS.photo) throw tooLarge()
    if (newSize > file.byteLength) {
      const room = Math.min(LIMITS.photo, Math.max(FIRST_BYTES, 2 * file.byteLength, newSize))
      hold(room - file.byteLength)
      const larger = new Uint8Array(room)
      larger.set(file)
      file = larger
    }
    file.set(part, size)
    size = newSize
  }

  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      const isStart = size < SIGNATURE_BYTES
      append(part.value)
      if (isStart && size >= SIGNATURE_BYTES) kindOf(file.subarray(0, size))
    }
  } catch (error) {
    await reader?.cancel().catch(() => undefined)
    throw error
  } finally {
    clearInterval(timer)
  }
  if (isLate) throw new HttpError(408, 'The upload is too slow. Please try again with a better connection')
  return file.subarray(0, size)
}
