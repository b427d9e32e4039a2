import { $clerkStore, $isLoadedStore } from '@clerk/astro/client'
import { isOffline } from '../page/page-state.ts'

declare global {
  interface Window {
    /** Starts loading Clerk; written by layouts/session-scripts.astro. */
    loadSession?: () => void
    /** Starts loading Clerk and its component bundle. */
    loadSessionComponents?: () => void
  }
}

type Clerk = NonNullable<ReturnType<typeof $clerkStore.get>>

/** Clerk's components that the console shows, by the name in Clerk's mount functions. */
export type SessionComponent =
  | 'SignIn'
  | 'SignUp'
  | 'OrganizationSwitcher'
  | 'OrganizationList'
  | 'OrganizationProfile'
  | 'CreateOrganization'
  | 'PricingTable'

type CheckoutProps = NonNullable<Parameters<Clerk['__internal_openCheckout']>[0]>
type Props<Name extends SessionComponent> = Parameters<Clerk[`mount${Name}`]>[1]

/** More plans than any instance has. */
const MOST_PLANS = 50

/** Milliseconds after which a component that has not appeared is reported. */
const PATIENCE = 15_000

const mounted = new Map<Element, () => void>()
let watching = false

/**
 * Calls `report` when a component that is being mounted should have appeared; immediately if there is no connection.
 * Clear the returned timer when it appears.
 */
export function reportLate(report: () => void): ReturnType<typeof setTimeout> {
  return setTimeout(report, isOffline() ? 0 : PATIENCE)
}

/** Starts loading Clerk's component bundle before a component is needed. */
export function preloadSessionComponents(): void {
  window.loadSessionComponents?.()
}

/**
 * Mounts one of Clerk's components in `place` once Clerk has loaded; a place holds one at a time. The
 * returned function unmounts it. It is also unmounted when the page is left, because Clerk itself keeps its
 * components across client-side transitions.
 */
export async function mountSessionComponent<Name extends SessionComponent>(
  name: Name,
  place: Element,
  props: Props<Name>,
): Promise<() => void> {
  preloadSessionComponents()
  unmountWhenLeaving()
  const clerk = await loadedClerk()
  if (place.isConnected && !mounted.has(place)) {
    // Clerk replaces the classes of its node.
    const node = place.appendChild(document.createElement('div'))
    const mount = clerk[`mount${name}`] as (node: HTMLDivElement, props: Props<Name>) => void
    mount(node, props)
    mounted.set(place, () => {
      clerk[`unmount${name}`](node)
      node.remove()
    })
  }
  return () => unmount(place)
}

/** The billing period of a plan. */
export type PlanPeriod = NonNullable<CheckoutProps['planPeriod']>

/**
 * Opens Clerk's checkout for the selected organization and the plan with this slug, billed by `period` if
 * possible. Calls `onBought` when it closes after a purchase, because Clerk's pricing table keeps its data
 * for a minute, and only a new document refetches it.
 *
 * @throws if the plans cannot be loaded, or none has that slug.
 */
export async function openCheckout(
  planSlug: string,
  period: PlanPeriod,
  options: Pick<CheckoutProps, 'appearance' | 'newSubscriptionRedirectUrl'>,
  onBought: () => void,
): Promise<void> {
  preloadSessionComponents()
  const clerk = await loadedClerk()
  const { data: plans } = await clerk.billing.getPlans({ for: 'organization', pageSize: MOST_PLANS })
  const plan = plans.find(({ slug }) => slug === planSlug)
  if (!plan) throw new Error(`No plan ${planSlug} is on offer`)
  let isBought = false
  clerk.__internal_openCheckout({
    ...options,
    onSubscriptionComplete: () => {
      isBought = true
    },
    onClose: () => {
      if (isBought) onBought()
    },
    planId: plan.id,
    planPeriod: plan[period === 'annual' ? 'annualMonthlyFee' : 'fee']
      ? period
      : plan.fee
        ? 'month'
        : 'annual',
    for: 'organization',
  })
}

const subscribers = new Set<() => void>()
let announcing = false

/** Calls `changed` whenever a plan is bought or ended in Clerk's components. Returns the unsubscribe function. */
export function onSubscriptionChange(changed: () => void): () => void {
  subscribers.add(changed)
  void whenLoaded().then(announceSubscriptions)
  return () => subscribers.delete(changed)
}

/** Clerk reports this only to the code that opens its drawers, and its pricing table opens them itself. */
function announceSubscriptions(clerk: Clerk): void {
  if (announcing) return
  announcing = true
  const announce = () => {
    for (const changed of subscribers) changed()
  }
  const { __internal_openCheckout: openDrawer, __internal_openSubscriptionDetails: openDetails } = clerk
  clerk.__internal_openCheckout = (props) =>
    openDrawer({
      ...props,
      onSubscriptionComplete: () => {
        props?.onSubscriptionComplete?.()
        announce()
      },
    })
  clerk.__internal_openSubscriptionDetails = (props) =>
    openDetails({
      ...props,
      onSubscriptionCancel: () => {
        props?.onSubscriptionCancel?.()
        announce()
      },
    })
}

function unmount(place: Element): void {
  mounted.get(place)?.()
  mounted.delete(place)
}

function unmountWhenLeaving(): void {
  if (watching) return
  watching = true
  document.addEventListener('astro:before-swap', () => {
    for (const place of mounted.keys()) unmount(place)
  })
}

/** Resolves with Clerk, which starts loading if it has not. */
function loadedClerk(): Promise<Clerk> {
  window.loadSession?.()
  return whenLoaded()
}

/** Resolves with Clerk once it has loaded. */
function whenLoaded(): Promise<Clerk> {
  return new Promise((resolve) => {
    let stop: (() => void) | undefined
    const check = () => {
      const clerk = $clerkStore.get()
      if (!$isLoadedStore.get() || !clerk) return false
      resolve(clerk)
      stop?.()
      return true
    }
    if (!check()) stop = $isLoadedStore.listen(check)
  })
}
