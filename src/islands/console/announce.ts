import { whenIdle } from '../../platform/page/timing.ts'
import { $session } from '../../stores/base/session/session.ts'

/** Announces new leads on every page, once a user is signed in and the page is idle. */
const stop = $session.subscribe(({ organization }) => {
  if (!organization) return
  whenIdle(3_000)
    .then(() => import('./when-idle.ts'))
    .then(({ announceLeads, showPendingChanges }) => {
      announceLeads()
      showPendingChanges()
    })
    .catch(() => undefined)
  queueMicrotask(() => stop())
})
