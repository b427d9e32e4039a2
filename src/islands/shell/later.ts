import { whenIdle } from '../../platform/page/timing.ts'

/** Parts of the shell that start after the page is idle. */
whenIdle(10_000)
  .then(() => Promise.all([import('./when-idle.ts'), navigator.maxTouchPoints > 0 && import('./refresh.ts')]))
  .then(([{ offerUpdates }]) => offerUpdates())
  .catch(() => undefined)
