import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { LIMITS } from './limits.ts'

/** Messages from the console to the widget host's preview page (section 7), by `postMessage`. */
export const PreviewCommand = v.variant('action', [
  v.object({ action: v.literal('autoOpenWidget') }),
  v.object({ action: v.literal('clearUserData') }),
  /** Reloads the saved settings. The reply is `refreshed` or `error`. */
  v.object({ action: v.literal('refreshWidget') }),
  /** Sends a text to the chat as if the visitor had typed it. */
  v.object({ action: v.literal('sendMessage'), text: v.pipe(v.string(), v.maxLength(LIMITS.message)) }),
])
export type PreviewCommand = v.InferOutput<typeof PreviewCommand>

/** Messages from the preview page to the console. */
export const PreviewEvent = v.object({
  source: v.literal('fieldhand-preview'),
  /**
   * `ready`: the widget is loaded and can be controlled. `error`: it could not be loaded or refreshed. `escaped`: Escape
   * was pressed in the frame, where the console does not receive keys.
   */
  type: v.picklist(['ready', 'refreshed', 'error', 'escaped']),
})
export type PreviewEvent = v.InferOutput<typeof PreviewEvent>

/**
 * Creates a pass with which the console can preview a widget that is not live. The widget's public calls accept it in
 * their query.
 */
export const createPreviewPass = endpoint({
  method: 'POST',
  path: '/api/v1/organizations/:orgId/preview-passes',
  summary: 'Create a pass that previews a widget before it is live',
  access: 'member',
  reply: v.object({ pass: v.string(), expires_at: Instant }),
  errors: [404],
})
