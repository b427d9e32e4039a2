import { config } from '../../platform/config.ts'
import { logWarning } from '../../platform/log.ts'
import { afterLoad } from '../../platform/page/timing.ts'

/** Maximum number of errors stored until error reporting has loaded. */
const MOST_EARLY_ERRORS = 10

/**
 * Collects errors that occur before error reporting has loaded. The returned function stops the collection and returns
 * the errors.
 */
function collectEarlyErrors(): () => unknown[] {
  const kept: unknown[] = []
  const keep = (event: ErrorEvent | PromiseRejectionEvent) => {
    const problem: unknown = 'reason' in event ? event.reason : event.error
    if (problem && kept.length < MOST_EARLY_ERRORS) kept.push(problem)
  }
  addEventListener('error', keep)
  addEventListener('unhandledrejection', keep)
  return () => {
    removeEventListener('error', keep)
    removeEventListener('unhandledrejection', keep)
    return kept
  }
}

/** Starts a service when the browser is idle. Only logs failures (section 8). */
function later(name: string, start: () => Promise<void>): void {
  afterLoad(() => {
    start().catch((cause: unknown) => logWarning(`${name} could not be started`, cause))
  })
}

/**
 * Starts error reporting, session recording, the product tour, and the tag manager, each if its key is set, when the
 * page is loaded and idle. Without keys, nothing is loaded and no request is sent. Call it once.
 */
export function startServices(): void {
  const { sentryDsn, geoipUrl, tourToken, gtmId, gtmUrl } = config
  if (sentryDsn) {
    const takeEarlyErrors = collectEarlyErrors()
    later('Error reporting', async () => {
      const { startErrorReporting } = await import('./errors.ts')
      startErrorReporting(sentryDsn, takeEarlyErrors())
      if (!geoipUrl) return
      const { startSessionRecording } = await import('./recording.ts')
      await startSessionRecording(geoipUrl)
    })
  }
  if (tourToken) {
    later('The product tour', async () => {
      const { startTour } = await import('./tour.ts')
      await startTour(tourToken)
    })
  }
  if (gtmId) {
    later('The tag manager', async () => {
      const { startTagManager } = await import('./tag-manager.ts')
      await startTagManager(gtmId, gtmUrl)
    })
  }
}
