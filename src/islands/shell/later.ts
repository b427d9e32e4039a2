import { whenIdle } from '../../platform/page/timing.ts'

/** Parts of the shell that start after the page is idle. */
whenIdle(10_000)
  .then(() => import('./update-notice.ts'))
  .catch(() => undefined)
