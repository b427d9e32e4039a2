import { whenIdle } from '../../platform/page/timing.ts'
import { hasPushDevice } from '../../stores/notifications/has-push-device.ts'

/** Parts of the shell that start after the page is idle. */
whenIdle(10_000)
  .then(() => Promise.all([import('./when-idle.ts'), navigator.maxTouchPoints > 0 && import('./refresh.ts')]))
  .then(([{ offerUpdates, saveLastViews }]) => {
    saveLastViews()
    return offerUpdates()
  })
  .then(async () => {
    if (hasPushDevice()) (await import('../../stores/notifications/push.ts')).followPush()
  })
  .catch(() => undefined)

/** The link of a notification. */
document.addEventListener('astro:page-load', () => {
  if (!new URLSearchParams(location.search).has('notification')) return
  import('../../stores/notifications/opened.ts')
    .then(({ reportOpened }) => reportOpened())
    .catch(() => undefined)
})
