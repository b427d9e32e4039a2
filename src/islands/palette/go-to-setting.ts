import { currentUrl, navigate } from '../../platform/page/navigation.ts'
import { focusHash } from '../settings/focus.ts'

/** Opens a position in the settings, like a link with the fragment `id`. */
export function goToSetting(id: string): void {
  if (currentUrl().pathname !== '/agent') {
    void navigate(`/agent#${id}`)
    return
  }
  history.replaceState(history.state, '', `#${id}`)
  focusHash(`#${id}`)
}
