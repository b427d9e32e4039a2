import { addIntegration, replayIntegration } from '@sentry/browser'

/**
 * Starts to record this session. Returns the stop function. Masks all text and labels; blocks images, frames, and
 * contact links. In a separate module, because error reporting loads without it.
 */
export function record(): () => void {
  const replay = replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    maskAttributes: ['title', 'placeholder', 'aria-label', 'alt'],
    // The transport first removes queries from the recording and then compresses it.
    useCompression: false,
    block: ['a[href^="tel:"]', 'a[href^="mailto:"]', 'iframe'],
  })
  addIntegration(replay)
  return () => void replay.stop()
}
