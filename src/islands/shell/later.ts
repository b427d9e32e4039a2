/** What the shell can do without until the page has come to rest. */
const start = () => void import('./update-notice.ts').catch(() => undefined)
if ('requestIdleCallback' in globalThis) requestIdleCallback(start, { timeout: 10_000 })
else setTimeout(start, 2_000)
