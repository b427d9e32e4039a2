import { routeOf } from '../../domain/common/route.ts'
import {
  $setupBanners,
  BANNERS,
  type BannerName,
  closeBanner,
  type ProfileBanner,
  storeBanners,
  storedBanners,
} from '../../stores/shell/setup-banners.ts'

/**
 * Shows the banners below a page's heading (section 2, Shell). Until their state is known, reserves space for the
 * banners that were last shown, so that the layout doesn't shift.
 */

const bannerOf = (name: BannerName) => document.querySelector<HTMLElement>(`[data-banner="${name}"]`)

function show(banner: HTMLElement | null, outcome: 'unknown' | 'none' | 'due'): void {
  if (!banner) return
  banner.toggleAttribute('data-room', outcome === 'unknown')
  if (outcome !== 'unknown') banner.hidden = outcome === 'none'
}

function put(banner: HTMLElement | null, selector: string, text: string): void {
  banner?.querySelector(selector)?.replaceChildren(text)
}

function fillProfile(banner: HTMLElement | null, profile: ProfileBanner): void {
  if (!banner) return
  const { message, button, percentage, missing } = profile
  put(banner, '[data-message]', message)
  put(banner, '[data-share]', ` ${percentage}%`)
  banner.style.setProperty('--share', `${percentage}%`)
  const action = banner.querySelector<HTMLAnchorElement>('[data-action]')
  if (!action) return
  action.textContent = button
  action.href = missing ? `/agent#${missing}` : '/agent'
  action.hidden = routeOf(location.pathname) === '/agent'
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
  if (!(target instanceof Element)) return
  const name = target.closest<HTMLElement>('[data-banner]')?.dataset.banner as BannerName | undefined
  if (!name) return
  if (target.closest('.banner-toggle')) toggle(name)
  if (target.closest('[data-close]')) close(name)
})

/**
 * Opens or closes the details. On a small screen, which otherwise shows only the first banner, those of all banners.
 */
function toggle(name: BannerName): void {
  const isOpen = opened.has(name)
  for (const each of SMALL.matches ? BANNERS : [name]) {
    if (isOpen) opened.delete(each)
    else opened.add(each)
  }
  draw()
}

/** Closes a banner. The focus moves to the next one, or to the page's heading after the last one. */
function close(name: BannerName): void {
  closeBanner(name)
  const next = document.querySelector<HTMLElement>('[data-banner]:not([hidden]) [data-close]')
  const isShown = next?.checkVisibility() ?? false
  ;(isShown ? next : document.querySelector<HTMLElement>('main h1'))?.focus()
}

function draw(): void {
  const banners = $setupBanners.get()
  const visible = BANNERS.filter((name) => banners[name] !== 'none' && bannerOf(name))
  for (const name of BANNERS) {
    const element = bannerOf(name)
    const banner = banners[name]
    const more = visible.length - 1
    toggleOf(name)?.setAttribute('aria-expanded', String(opened.has(name)))
    element?.toggleAttribute('data-open', opened.has(name))
    put(element, '[data-others]', more > 0 && !opened.has(name) ? `+${more}` : '')
    if (element && typeof banner === 'object') element.dataset.tone = banner.tone
    show(element, typeof banner === 'object' ? 'due' : banner)
  }
  const { billing, profile } = banners
  if (typeof billing === 'object') put(bannerOf('billing'), '[data-note]', billing.note)
  if (typeof profile === 'object') fillProfile(bannerOf('profile'), profile)
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
$setupBanners.subscribe((banners) => {
  storeBanners(banners)
  draw()
})
