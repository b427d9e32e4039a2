import { $session } from '../../../stores/session/session.ts'

/** Announces new leads on every page, once a user is signed in and the page is idle. */
const stop = $session.subscribe(({ organization }) => {
  if (!organization) return
  const start = () => void import('./new-lead-toast.ts').catch(() => undefined)
  if ('requestIdleCallback' in globalThis) requestIdleCallback(start, { timeout: 3_000 })
  else setTimeout(start, 1_000)
  queueMicrotask(() => stop())
})
