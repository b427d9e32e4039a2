import { LIMITS } from '../../../src/contract/limits.ts'

/** The longer side of what is uploaded, in pixels; the server keeps no more. */
const LONGEST = 2_048
/** Smaller files are uploaded as they are. */
const SMALL_BYTES = 1_000_000
const QUALITY = 0.85

const SENT = ['image/jpeg', 'image/png', 'image/webp']
const isHeic = ({ type, name }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)

/**
 * Returns what is uploaded of a chosen file: the file itself, or a smaller JPEG of a large picture, and of a HEIC picture
 * that the browser can show. Throws an error with a sentence for the visitor.
 */
export async function photoOf(file: File): Promise<Blob> {
  if (!SENT.includes(file.type) && !isHeic(file)) {
    throw new Error('Only photos can be sent: JPEG, PNG, WebP, or HEIC pictures.')
  }
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) {
    throw new Error(
      isHeic(file)
        ? 'This browser cannot read HEIC pictures. Please choose a JPEG or PNG picture.'
        : 'This picture is damaged. Please choose another one.',
    )
  }
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height))
  const isFit = scale === 1 && file.size <= SMALL_BYTES && !isHeic(file)
  const smaller = isFit ? null : await redrawn(bitmap, scale)
  bitmap.close()
  const photo = smaller && (isHeic(file) || smaller.size < file.size) ? smaller : file
  if (photo.size > LIMITS.photo) {
    throw new Error(`A photo can have ${LIMITS.photo / 1_048_576} MB. Please choose a smaller one.`)
  }
  return photo
}

function redrawn(bitmap: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // A JPEG has no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}
