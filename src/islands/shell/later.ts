/** Parts of the shell that start after the page is idle. */
const start = () => void import('./update-notice.ts').catch(() => undefined)
if ('requestIdleCallback' in globalThis) requestIdleCallback(start, { timeout: 10_000 })
else setTimeout(start, 2_000)
