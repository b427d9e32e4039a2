import { NOTIFICATION_PARAM, ORGANIZATION_PARAM } from '../../contract/links.ts'
import { currentUrl } from '../../platform/page/navigation.ts'
import { whenIdle } from '../../platform/page/timing.ts'
import { hasPushDevice } from '../../stores/notifications/has-push-device.ts'

/** Starts the parts of the shell that wait until the page is idle. */
whenIdle(10_000)
  .then(() =>
    Promise.all([import('./when-idle.ts'), navigator.maxTouchPoints > 0 && import('../shell/refresh.ts')]),
  )
  .then(([{ offerUpdates, saveLastViews }]) => {
    saveLastViews()
    return offerUpdates()
  })
  .then(async () => {
    if (hasPushDevice()) (await import('../../stores/notifications/push.ts')).followPush()
  })
  .catch(() => undefined)

/** Handles links from notifications. */
document.addEventListener('astro:page-load', () => {
  const { searchParams } = currentUrl()
  if (![NOTIFICATION_PARAM, ORGANIZATION_PARAM].some((name) => searchParams.has(name))) return
  import('../../stores/notifications/open-link.ts').then(({ openLink }) => openLink()).catch(() => undefined)
})
