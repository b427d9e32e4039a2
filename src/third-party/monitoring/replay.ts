import { addIntegration, replayIntegration } from '@sentry/browser'

/**
 * Starts recording this session. Returns the stop function. Masks all text and labels, and blocks images, frames, and
 * contact links. This is a separate module so that error reporting can load without it.
 */
export function record(): () => void {
  const replay = replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    maskAttributes: ['title', 'placeholder', 'aria-label', 'alt'],
    // The transport removes queries from the recording and then compresses it.
    useCompression: false,
    block: ['a[href^="tel:"]', 'a[href^="mailto:"]', 'iframe'],
  })
  addIntegration(replay)
  return () => void replay.stop()
}
