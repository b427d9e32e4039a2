import { LIMITS } from '../src/contract/limits.ts'

/** The maximum length of an uploaded picture's longer side, in pixels. The server doesn't store larger pictures. */
const LONGEST = 2_048
/** Smaller files are uploaded unchanged. */
const SMALL_BYTES = 1_000_000
const QUALITY = 0.85

const SENT = ['image/jpeg', 'image/png', 'image/webp']
const isHeic = ({ type, name }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)

/**
 * Returns the data to upload for a chosen file: a smaller JPEG for a large picture or for a HEIC picture that the
 * browser can display, otherwise the file itself. Throws an error with a sentence for the visitor.
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
  // JPEG doesn't support transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}
