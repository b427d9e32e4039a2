import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { LIMITS } from './limits.ts'

/** Messages that the console sends to the widget host's preview page (section 7) with `postMessage`. */
export const PreviewCommand = v.variant('action', [
  v.object({ action: v.literal('autoOpenWidget') }),
  v.object({ action: v.literal('clearUserData') }),
  /** Reloads the saved settings. The reply is `refreshed` or `error`. */
  v.object({ action: v.literal('refreshWidget') }),
  /** Sends text to the chat as if the visitor had typed it. */
  v.object({ action: v.literal('sendMessage'), text: v.pipe(v.string(), v.maxLength(LIMITS.message)) }),
])
export type PreviewCommand = v.InferOutput<typeof PreviewCommand>

/** Messages from the preview page to the console. */
export const PreviewEvent = v.object({
  source: v.literal('fieldhand-preview'),
  /**
   * `ready`: the widget is loaded and can be controlled. `error`: the widget could not be loaded or refreshed.
   * `escaped`: the user pressed Escape in the frame, where the console does not receive key events. `conversation`: the
   * chat shows a new answer in the conversation `conversation_id`.
   */
  type: v.picklist(['ready', 'refreshed', 'error', 'escaped', 'conversation']),
  conversation_id: v.optional(v.string()),
})
export type PreviewEvent = v.InferOutput<typeof PreviewEvent>

/**
 * Creates a pass for the console's preview. The widget's public endpoints accept it in their query, even if the widget
 * is not live, and mark the chat as a test.
 */
export const createPreviewPass = endpoint({
  method: 'POST',
  path: '/api/v1/organizations/:orgId/preview-passes',
  summary: 'Create a pass for trying the agent; its chats are tests',
  access: 'member',
  reply: v.object({ pass: v.string(), expires_at: Instant }),
  errors: [404],
})
