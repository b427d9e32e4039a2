import { loadBind } from './load.ts'

/** Loads the section once its place, below Clerk's profile, comes into view. Returns a function that ends it. */
function follow(): () => void {
  const place = document.querySelector('[data-developer-place]')
  const section = place?.querySelector<HTMLElement>('[data-developer]')
  let end: (() => void) | null = () => {}
  if (!place || !section) return end
  const observer = new IntersectionObserver(async (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    const { bind } = await loadBind()
    // The page may have been left meanwhile.
    if (end) end = bind(section)
  })
  observer.observe(place)
  return () => {
    observer.disconnect()
    end?.()
    end = null
  }
}

let release: (() => void) | undefined
document.addEventListener('astro:page-load', () => {
  release?.()
  release = follow()
})
