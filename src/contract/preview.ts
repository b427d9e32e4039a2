import * as v from 'valibot'
import { LIMITS } from './limits.ts'

/** What the console tells the widget host's preview page (section 7, Preview iframe), by `postMessage`. */
export const PreviewCommand = v.variant('action', [
  v.object({ action: v.literal('autoOpenWidget') }),
  v.object({ action: v.literal('clearUserData') }),
  /** Takes up what is saved; answered by `refreshed`, or by `error`. */
  v.object({ action: v.literal('refreshWidget') }),
  /** Sends a text into the chat as if the visitor had typed it. */
  v.object({ action: v.literal('sendMessage'), text: v.pipe(v.string(), v.maxLength(LIMITS.message)) }),
])
export type PreviewCommand = v.InferOutput<typeof PreviewCommand>

/** What the preview page tells the console. */
export const PreviewEvent = v.object({
  source: v.literal('fieldhand-preview'),
  /**
   * `ready`: the widget stands and can be steered. `error`: it could not be loaded, or not be refreshed. `escaped`:
   * Escape was pressed on the page, which a key in a frame tells nobody else.
   */
  type: v.picklist(['ready', 'refreshed', 'error', 'escaped']),
})
export type PreviewEvent = v.InferOutput<typeof PreviewEvent>
