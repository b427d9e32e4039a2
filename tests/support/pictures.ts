import sharp, { type Sharp } from 'sharp'
import type { Photo } from '../../src/contract/photos.ts'
import type { ChatSession, ChatUpdate } from '../../src/contract/widget.ts'
import type { Answer } from './api.ts'
import type { TestServer } from './server.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The camera in the metadata of the test photos. */
export const TAKEN_BY = 'Zebulon Camera'

const bytesOf = async (picture: Sharp): Promise<Bytes> => new Uint8Array(await picture.toBuffer())

/** Draws a picture with grass below and sky above. */
export const drawing = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#7bb3e0' } }).composite([
    {
      input: {
        create: {
          width,
          height: Math.max(1, Math.floor(height / 2)),
          channels: 3,
          background: '#4b8b3b',
        },
      },
      gravity: 'south',
    },
  ])

/**
 * Returns a photo like one from a phone: rotated, with the camera, the location, and a thumbnail's worth of metadata.
 */
export const phonePhoto = (width = 400, height = 300): Promise<Bytes> =>
  bytesOf(
    drawing(width, height)
      .jpeg()
      .withExif({
        IFD0: { Make: TAKEN_BY, Orientation: '6' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 57/1 40/1' },
      })
      .withMetadata({ orientation: 6 }),
  )

export const png = (width = 40, height = 30): Promise<Bytes> => bytesOf(drawing(width, height).png())
export const webp = (width = 40, height = 30): Promise<Bytes> => bytesOf(drawing(width, height).webp())

let uploads = 0

/** Uploads a file as a visitor. Passing a client ID again repeats the same upload. */
export async function uploadPhoto(
  server: TestServer,
  { conversation_id, visitor_token }: Pick<ChatSession, 'conversation_id' | 'visitor_token'>,
  body: Bytes | ReadableStream<Uint8Array>,
  { clientId = `upload-${++uploads}`, ...headers }: Record<string, string> = {},
): Promise<Answer> {
  const response = await server.fetchApi(
    `/api/v1/widget/conversations/${conversation_id}/photos/${clientId}`,
    {
      as: null,
      method: 'PUT',
      headers: { Authorization: `Bearer ${visitor_token}`, 'Content-Type': 'image/jpeg', ...headers },
      body,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    },
  )
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Sends uploaded photos as a message. */
export async function sendPhotos(
  server: TestServer,
  { conversation_id, visitor_token }: ChatSession,
  photos: readonly Photo[],
  content = '',
): Promise<{ status: number; body: ChatUpdate & { message: string } }> {
  const response = await server.fetchApi(`/api/v1/widget/conversations/${conversation_id}/messages`, {
    as: null,
    method: 'POST',
    headers: { Authorization: `Bearer ${visitor_token}` },
    body: JSON.stringify({
      client_id: `photos-${++uploads}`,
      content,
      photos: photos.map(({ id }) => id),
    }),
  })
  return { status: response.status, body: await response.json() }
}

/** Requests a photo's link from the widget host. */
export const fetchPhoto = (server: TestServer, url: string): Promise<Response> =>
  Promise.resolve(server.app.widget.request(url.slice(new URL(url).origin.length)))
