import * as v from 'valibot'
import { tolerant } from './tolerance.ts'

/**
 * A photo of a message: a JPEG without metadata, at most 2,048 pixels wide and high, and a thumbnail of at most 480. Who
 * has the links can see it, until it is erased; with `?download`, browsers save it.
 */
export const Photo = tolerant(
  v.object({
    id: v.string(),
    url: v.string(),
    thumbnail_url: v.string(),
    width: v.number(),
    height: v.number(),
  }),
  { defaults: ({ url }) => ({ thumbnail_url: url ?? '', width: 480, height: 360 }) },
)
export type Photo = v.InferOutput<typeof Photo>

/**
 * Where a visitor uploads a photo, with the token as in `getChat`: the body is the file, a JPEG, PNG, or WebP picture.
 * The client chooses the last part of the path, so a repeated upload is stored once. The response is a {@link Photo},
 * which `sendChatMessage` then adds to a message; one that no message has is removed after a day.
 */
export const PHOTO_UPLOAD_PATH = '/api/v1/widget/conversations/:conversationId/photos/:clientId'
