import { logWarning } from '../platform/log.ts'
import { reloadPage } from '../platform/page-life.ts'
import { refreshWidgets } from '../platform/widget-sdk.ts'
import { flushDrafts } from './settings-draft.ts'
import { onSettingsSaved } from './settings-save.ts'

/** Section 4, Widget preview: milliseconds until the page is loaded anew where there is no widget to refresh. */
export const RELOAD_DELAY_MS = 1_000

/**
 * Section 4: after each save the live widget takes up the settings; where there is none, or it fails, the page is
 * loaded anew after a second. Unsaved changes are on the device before that. Answers with the undo.
 */
export function refreshAfterSaves(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = onSettingsSaved(async () => {
    clearTimeout(timer)
    try {
      if (await refreshWidgets()) return
    } catch (error) {
      logWarning('The widget could not be refreshed', error)
    }
    timer = setTimeout(() => {
      flushDrafts()
      reloadPage()
    }, RELOAD_DELAY_MS)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
