import { logWarning } from '../../platform/log.ts'
import { holdReloads, reloadWhenIdle } from '../../platform/page/page-reload.ts'
import { refreshWidgets } from '../../platform/page/widget-sdk.ts'
import { flushDrafts } from './draft.ts'
import { onSettingsSaved } from './save.ts'
import { $isDirty } from './state.ts'

/**
 * Section 4: after each save the live widget takes up the settings. Where there is none, or it fails, the page is loaded
 * again after a second, but never while something is being edited or unsaved. Returns the undo.
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
    cancel = reloadWhenIdle(flushDrafts)
  })
  const release = holdReloads(() => $isDirty.get())
  return () => {
    cancel()
    release()
    stop()
  }
}
