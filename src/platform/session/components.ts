import { $clerkStore, $isLoadedStore } from '@clerk/astro/client'

declare global {
  interface Window {
    /** Starts loading Clerk's component bundle; written by layouts/session-head.astro. */
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

/** More plans than anyone offers. */
const MOST_PLANS = 50

const mounted = new Map<Element, () => void>()
let watching = false

/** Starts loading the bundle of Clerk's components, before one is asked for. */
export function preloadSessionComponents(): void {
  window.loadSessionComponents?.()
}

/**
 * Draws one of Clerk's components inside of `place` once Clerk is there; a place holds one at a time. It is taken
 * away by the function in the answer, or when the page is left: Clerk itself leaves its components behind on
 * client-side transitions.
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
    // Clerk puts its own classes in place of those that its node has.
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

/** How a plan is billed. */
export type PlanPeriod = NonNullable<CheckoutProps['planPeriod']>

/**
 * Opens Clerk's checkout for the selected organization, for the plan of that slug, billed by `period` where it can be.
 * `onBought` is called when it is closed after a purchase: Clerk's pricing table keeps to what it knew before for a
 * minute, and only a new document asks again.
 * @throws when the plans cannot be had, or none of them has that slug.
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
  void loadedClerk().then(announceSubscriptions)
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

function loadedClerk(): Promise<Clerk> {
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
