import { logWarning } from '../../platform/log.ts'
import { holdReloads, reloadWhenIdle } from '../../platform/page/page-reload.ts'
import { afterPaint } from '../../platform/page/timing.ts'
import { refreshWidgets } from '../../platform/page/widget.ts'
import { flushDrafts } from '../base/drafts.ts'
import { onSettingsSaved } from './save.ts'
import { $isDirty } from './state.ts'

/**
 * Section 4: refreshes the live widget after each save. If there is no widget or its refresh fails, reloads the page
 * one second after showing the result of the save, but never while there is unsaved input or an edit in progress.
 * Returns the unsubscribe function.
 */
export function refreshAfterSaves(): () => void {
  let cancel = () => {}
  const stop = onSettingsSaved(async () => {
    cancel()
    try {
      if (await refreshWidgets()) return
    } catch (error) {
      logWarning('The widget could not be refreshed', error)
    }
    let cancelReload = () => {}
    const cancelPaint = afterPaint(() => {
      cancelReload = reloadWhenIdle(flushDrafts)
    })
    cancel = () => {
      cancelPaint()
      cancelReload()
    }
  })
  const release = holdReloads(() => $isDirty.get())
  return () => {
    cancel()
    release()
    stop()
  }
}
