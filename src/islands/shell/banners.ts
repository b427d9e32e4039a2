import { goLiveText } from '../../domain/billing/go-live.ts'
import { $goLive } from '../../stores/organization/organization.ts'
import {
  $setupBanners,
  BANNERS,
  type BannerName,
  type ProfileBanner,
  storeBanners,
  storedBanners,
} from '../../stores/shell/setup-banners.ts'

/**
 * Shows the banners above the page (section 2, Shell). Until their state is known, reserves space for the banners that
 * were last shown, so that the layout doesn't shift.
 */

const bannerOf = (name: BannerName) => document.querySelector<HTMLElement>(`[data-banner="${name}"]`)

function show(banner: HTMLElement | null, outcome: 'unknown' | 'none' | 'due'): void {
  if (!banner) return
  banner.toggleAttribute('data-room', outcome === 'unknown')
  if (outcome !== 'unknown') banner.hidden = outcome === 'none'
}

function fill(
  banner: HTMLElement | null,
  { tone, message, button, percentage, missing }: ProfileBanner,
): void {
  if (!banner) return
  banner.dataset.tone = tone
  const put = (selector: string, text: string) => {
    const place = banner.querySelector(selector)
    if (place) place.textContent = text
  }
  put('[data-message]', message)
  put('[data-share]', `${percentage}%`)
  banner.style.setProperty('--share', `${percentage}%`)
  put('[data-action]', button)
  banner.querySelector('[data-action]')?.setAttribute('href', missing ? `/agent#${missing}` : '/agent')
}

/** The banners with open details, remembered until the page is reloaded. */
const opened = new Set<BannerName>()

function isWhole(details: Element): boolean {
  const sentences = [...details.children]
  return (
    details.clientHeight > 0 &&
    details.scrollHeight <= details.clientHeight &&
    sentences.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)
  )
}

/** Where closed banners show no details, so that nothing needs to be measured. */
const SMALL = matchMedia('(width < 768px), (height < 500px)')

/** Shows the toggles only where details are cut off or open. A toggle with focus stays visible. */
function drawToggles(): void {
  const others = BANNERS.filter((name) => toggleOf(name) !== document.activeElement)
  for (const name of others) toggleOf(name)?.toggleAttribute('hidden', !SMALL.matches)
  if (SMALL.matches) return
  const whole = BANNERS.filter((name) => {
    const details = bannerOf(name)?.querySelector('p')
    return details && isWhole(details)
  })
  for (const name of others)
    toggleOf(name)?.toggleAttribute('hidden', whole.includes(name) && !opened.has(name))
}

let nextToggles = 0

/**
 * Updates the toggles in the next frame, because measuring them triggers a layout, and the banners change several times
 * before that.
 */
function scheduleToggles(): void {
  cancelAnimationFrame(nextToggles)
  nextToggles = requestAnimationFrame(drawToggles)
}

addEventListener('resize', scheduleToggles)

const toggleOf = (name: BannerName) => bannerOf(name)?.querySelector('[aria-expanded]')

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || !target.closest('.banner-toggle')) return
  const name = target.closest<HTMLElement>('[data-banner]')?.dataset.banner as BannerName
  if (!opened.delete(name)) opened.add(name)
  draw()
})

function draw(): void {
  for (const name of BANNERS) {
    toggleOf(name)?.setAttribute('aria-expanded', String(opened.has(name)))
    bannerOf(name)?.toggleAttribute('data-open', opened.has(name))
  }
  const { billing, profile, access } = $setupBanners.get()
  const goLive = $goLive.get()
  const banner = bannerOf('billing')
  banner?.querySelector('[data-go-live]')?.replaceChildren(goLive ? goLiveText(goLive) : '')
  if (banner && goLive) banner.dataset.tone = goLive.isLive ? 'warning' : 'red'
  show(bannerOf('billing'), billing)
  if (typeof profile === 'object') fill(bannerOf('profile'), profile)
  show(bannerOf('profile'), typeof profile === 'object' ? 'due' : profile)
  show(bannerOf('access'), access)
  scheduleToggles()
}

document.addEventListener('astro:after-swap', () => {
  const visible = storedBanners()
  if (visible) {
    for (const name of BANNERS) {
      const banner = bannerOf(name)
      if (banner) banner.hidden = !visible.includes(name)
    }
  }
  draw()
})
$goLive.listen(draw)
$setupBanners.subscribe((banners) => {
  storeBanners(banners)
  draw()
})
