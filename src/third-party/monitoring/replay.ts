import { addIntegration, replayIntegration } from '@sentry/browser'

/**
 * Records this session from now on; answers with what ends that. All text and all labels are masked, pictures,
 * frames and links to people are blocked. Apart, because error reporting loads without it.
 */
export function record(): () => void {
  const replay = replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    maskAttributes: ['title', 'placeholder', 'aria-label', 'alt'],
    // The transport takes queries out of what is recorded, and deflates it then.
    useCompression: false,
    block: ['a[href^="tel:"]', 'a[href^="mailto:"]', 'iframe'],
  })
  addIntegration(replay)
  return () => void replay.stop()
}
