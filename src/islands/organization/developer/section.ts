import { onEachPage } from '../../../platform/page/navigation.ts'
import { loadBind } from './load.ts'

/** Loads the section once its position, below Clerk's profile, comes into view. Returns the cleanup function. */
function follow(): () => void {
  const place = document.querySelector('[data-developer-place]')
  const section = place?.querySelector<HTMLElement>('[data-developer]')
  let end: (() => void) | null = () => {}
  if (!place || !section) return end
  const observer = new IntersectionObserver(async (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    const { bind } = await loadBind()
    // The user may have left the page in the meantime.
    if (end) end = bind(section)
  })
  observer.observe(place)
  return () => {
    observer.disconnect()
    end?.()
    end = null
  }
}

onEachPage(follow)
