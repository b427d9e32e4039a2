import * as v from 'valibot'
import { tolerant } from './tolerance.ts'

/**
 * A photo in a message: a JPEG without metadata, at most 2,048 pixels wide and high, with a thumbnail of at most 480
 * pixels. Anyone who has the links can see the photo until it is deleted. With `?download`, browsers save it.
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
 * The path for a visitor's photo upload, with the same token as in `getChat`. The body is the file: a JPEG, PNG, or
 * WebP image. The client chooses the last part of the path, so that a repeated upload is stored only once. The response
 * is a {@link Photo}, which `sendChatMessage` can then add to a message. Photos that are not in any message are removed
 * after a day.
 */
export const PHOTO_UPLOAD_PATH = '/api/v1/widget/conversations/:conversationId/photos/:clientId'
