import { $clerkStore, $isLoadedStore } from '@clerk/astro/client'
import { loadDocument } from '../page/navigation.ts'
import { isOffline } from '../page/page-state.ts'

declare global {
  interface Window {
    /** Starts loading Clerk. Set by layouts/session-scripts.astro. */
    loadSession?: () => void
    /** Starts loading Clerk and its component bundle. */
    loadSessionComponents?: () => void
  }
}

type Clerk = NonNullable<ReturnType<typeof $clerkStore.get>>

/** The Clerk components that the console shows, as named in Clerk's mount functions. */
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

/** Exceeds the number of plans in any instance. */
const MOST_PLANS = 50

/** Milliseconds after which a component that has not appeared is reported. */
const PATIENCE = 15_000

const mounted = new Map<Element, () => void>()
let watching = false

/**
 * Calls `report` when a component that is being mounted should have appeared, or immediately if the browser is offline.
 * Clear the returned timer when the component appears.
 */
export function reportLate(report: () => void): ReturnType<typeof setTimeout> {
  return setTimeout(report, isOffline() ? 0 : PATIENCE)
}

/** Starts loading Clerk's component bundle before a component is needed. */
export function preloadSessionComponents(): void {
  window.loadSessionComponents?.()
}

/**
 * Mounts a Clerk component in `place` after Clerk has loaded. A place holds one component at a time. The returned
 * function unmounts the component. Leaving the page also unmounts it, because Clerk itself keeps its components across
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
    // Clerk replaces the classes of the node that it mounts into.
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

export type PlanPeriod = NonNullable<CheckoutProps['planPeriod']>

/**
 * Opens Clerk's checkout for the selected organization and the plan with this slug, billed by `period` if possible.
 * Calls `onBought` when the checkout closes after a purchase, because Clerk's pricing table caches its data for a
 * minute, and only a new document refetches it.
 *
 * @throws if the plans cannot be loaded, or no plan has that slug.
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

/** Calls `changed` whenever a plan is bought or canceled in Clerk's components. Returns the unsubscribe function. */
export function onSubscriptionChange(changed: () => void): () => void {
  subscribers.add(changed)
  void whenLoaded().then(announceSubscriptions)
  return () => subscribers.delete(changed)
}

/**
 * Wraps Clerk's drawers, because Clerk reports changes only to the code that opens a drawer, and its pricing table
 * opens them itself.
 */
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
  document.addEventListener('astro:before-swap', ({ newDocument }) => {
    for (const place of mounted.keys()) unmount(place)
    // Clerk shows its next dialog in the same element.
    newDocument.body.append(...document.querySelectorAll('[data-floating-ui-portal]'))
  })
  // While Clerk shows a dialog, everything else is inert, and a transition would leave it so.
  document.addEventListener('astro:before-preparation', (event) => {
    if (document.querySelector('[data-floating-ui-inert]')) event.loader = async () => loadDocument(event)
  })
}

/** Starts loading Clerk if necessary, and resolves with it. */
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
