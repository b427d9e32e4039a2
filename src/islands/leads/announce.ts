import { $session } from '../../stores/session.ts'

/** On every page of the console: once someone is signed in and the page has come to rest, new leads are announced. */
const stop = $session.subscribe(({ organization }) => {
  if (!organization) return
  const start = () => void import('./new-lead-toast.ts').catch(() => undefined)
  if ('requestIdleCallback' in globalThis) requestIdleCallback(start, { timeout: 3_000 })
  else setTimeout(start, 1_000)
  queueMicrotask(() => stop())
})
