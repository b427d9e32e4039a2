import { goLiveText } from '../../domain/billing/go-live.ts'
import { trialEndsSoon } from '../../domain/billing/trial.ts'
import { counted } from '../../domain/common/counted.ts'
import { onEachPage } from '../../platform/page/navigation.ts'
import { mountSessionComponent, reportLate } from '../../stores/base/session/session.ts'
import {
  $billing,
  $checkout,
  type Billing,
  chargesNothing,
  followPlan,
  upgrade,
} from '../../stores/billing/billing.ts'
import { colors } from '../../styles/theme.ts'
import { mountSwitcher } from '../organization/switcher.ts'

/** The Billing screen (section 2): the trial banner above Clerk's pricing table. */

/**
 * White text on Clerk's default color has too little contrast. The Continue button after a purchase returns to this
 * page.
 */
const appearance = { variables: { colorPrimary: colors.primaryDark } }
const BACK = { newSubscriptionRedirectUrl: '/billing', appearance }

type Ready = Extract<Billing, { state: 'ready' }>

function drawTrial(screen: Element, { trial, goLive }: Ready): void {
  const banner = screen.querySelector<HTMLElement>('[data-billing-trial]')
  if (!banner) return
  banner.hidden = !trial
  if (!trial) return
  banner.dataset.soon = String(trialEndsSoon(trial))
  const days = `${counted(trial.daysRemaining, 'day')} remaining`
  const end = trial.trialEndDate?.toLocaleDateString('en-US', { dateStyle: 'long' })
  banner.querySelector('[data-days]')?.replaceChildren(`${days}. Your trial ends on ${end}.`)
  banner.querySelector('[data-trial-live]')?.replaceChildren(goLive ? goLiveText(goLive) : '')
}

/** Hides all that concerns plans if the operator bills nobody. */
function drawOffer(screen: Element, isFree: boolean): void {
  const offer = screen.querySelector<HTMLElement>('[data-billing-offer]')
  if (offer) offer.hidden = isFree
  const local = screen.querySelector<HTMLElement>('[data-billing-local]')
  if (local) local.hidden = isFree || !chargesNothing
}

function drawGoLive(screen: Element, { goLive, trial, isFree, mayBuy }: Ready): void {
  const note = screen.querySelector<HTMLElement>('[data-billing-go-live]')
  if (note) {
    // During the trial, the trial banner shows this text.
    const isOwn = goLive && !trial
    note.hidden = !isOwn
    note.textContent = isOwn ? goLiveText(goLive) : ''
    note.dataset.live = String(goLive?.isLive)
  }
  const upgrade = screen.querySelector<HTMLElement>('[data-upgrade]')
  if (upgrade) upgrade.hidden = !mayBuy
  const admins = screen.querySelector<HTMLElement>('[data-billing-admins]')
  if (admins) admins.hidden = mayBuy || isFree
  const statements = screen.querySelector<HTMLElement>('[data-billing-statements]')
  if (statements) statements.hidden = !mayBuy
}

function drawProblem(screen: Element, { problem }: Ready): void {
  const note = screen.querySelector<HTMLElement>('[data-billing-problem]')
  const retry = note?.querySelector<HTMLButtonElement>('[data-retry]')
  if (!note || !retry) return
  note.hidden = !problem
  if (!problem) return
  note.querySelector('[data-title]')?.replaceChildren(problem.title)
  note.querySelector('[data-reason]')?.replaceChildren(problem.reason)
  retry.disabled = problem.isRetrying
  retry.textContent = problem.isRetrying ? 'Retrying…' : 'Retry'
  retry.onclick = problem.onRetry
}

/** Returns the billing period of the displayed prices, initially annual. */
function shownPeriod(screen: Element): 'month' | 'annual' {
  const toggle = screen.querySelector<HTMLInputElement>('.cl-pricingTableCardPeriodToggle input')
  return toggle?.checked === false ? 'month' : 'annual'
}

function bindUpgrade(screen: Element): () => void {
  const button = screen.querySelector<HTMLButtonElement>('[data-upgrade]')
  const failed = screen.querySelector<HTMLElement>('[data-checkout-failed]')
  button?.addEventListener('click', () => void upgrade(shownPeriod(screen), BACK))
  return $checkout.subscribe((checkout) => {
    if (button) {
      button.disabled = checkout === 'opening'
      button.textContent = checkout === 'opening' ? 'Opening…' : 'Upgrade Now'
    }
    if (failed) failed.hidden = checkout !== 'failed'
  })
}

/** Mounts Clerk's pricing table for each selected organization. */
function bindPlans(screen: Element) {
  const place = screen.querySelector<HTMLElement>('[data-billing-plans]')
  const skeleton = screen.querySelector<HTMLElement>('[data-plans-loading]')
  const late = screen.querySelector<HTMLElement>('[data-plans-late]')
  let shownFor: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let mounted: Promise<() => void> | undefined
  let near: IntersectionObserver | undefined

  const drawn = new MutationObserver(() => {
    if (!place?.querySelector('.cl-pricingTableCard')) return
    clearTimeout(timer)
    if (skeleton) skeleton.hidden = true
    if (late) late.hidden = true
  })
  if (place) drawn.observe(place, { childList: true, subtree: true })

  const remove = async () => {
    near?.disconnect()
    clearTimeout(timer)
    const unmount = await mounted
    unmount?.()
  }
  const mount = (to: HTMLElement) => {
    timer = reportLate(() => {
      if (late) late.hidden = false
    })
    mounted = mountSessionComponent('PricingTable', to, {
      for: 'organization',
      checkoutProps: { appearance },
      ...BACK,
    })
  }
  const show = async (organizationId: string) => {
    if (shownFor === organizationId || !place?.parentElement) return
    shownFor = organizationId
    await remove()
    if (skeleton) skeleton.hidden = false
    // Clerk's components are larger than the rest of the page, so mount them only near the viewport.
    near = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      near?.disconnect()
      mount(place)
    })
    near.observe(place.parentElement)
  }
  const stop = () => {
    drawn.disconnect()
    void remove()
  }
  return { show, stop }
}

function bind(): (() => void) | undefined {
  const screen = document.querySelector<HTMLElement>('[data-billing]')
  if (!screen) return undefined
  for (const button of screen.querySelectorAll('[data-billing-reload]')) {
    button.addEventListener('click', () => location.reload())
  }
  const switcher = screen.querySelector('[data-billing-switcher]')
  const plans = bindPlans(screen)

  const undo = [
    plans.stop,
    bindUpgrade(screen),
    followPlan(),
    $billing.subscribe((billing) => {
      screen.dataset.billing = billing.state
      if (billing.state === 'ready') {
        drawTrial(screen, billing)
        drawGoLive(screen, billing)
        drawProblem(screen, billing)
        drawOffer(screen, billing.isFree)
        if (!billing.isFree) void plans.show(billing.organizationId)
      } else if (billing.state === 'no-organization' && switcher) {
        void mountSwitcher(switcher)
      }
    }),
  ]
  return () => {
    for (const each of undo) each()
  }
}

onEachPage(bind)
