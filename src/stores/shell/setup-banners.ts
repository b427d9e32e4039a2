import { computed, type ReadableAtom } from 'nanostores'
import { billingBand, billingNote, type GoLive } from '../../domain/billing/go-live.ts'
import {
  type CompletenessBand,
  type CompletenessField,
  completenessBand,
  completenessOf,
  firstMissingField,
} from '../../domain/settings/completeness.ts'
import { readJson, removeItem, writeItem } from '../../platform/storage/storage.ts'
import type { QueryState } from '../base/query/query.ts'
import { $isAdmin, $session } from '../base/session/session.ts'
import { $goLive, $hasFormerAdmins, $organizationRecord, $setupStatus } from '../organization/organization.ts'
import { $profile } from '../settings/profile.ts'
import { $closedBanners, deleteClosedBanners, setClosed } from './closed-banners.ts'

/**
 * The storage key of the banners shown last; the script in islands/shell/banners.astro reads it before the first paint.
 */
export const BANNERS_KEY = 'fieldhand.banners'

interface Banner {
  tone: CompletenessBand['tone']
  /** What the banner is about. A closed banner is shown again when this changes. */
  about: string
}

/** The content of the "Setup Billing To Go Live" banner. */
export interface BillingBanner extends Banner {
  /** Follows the text of section 2. Blank if nothing more is known. */
  note: string
}

/** The content of the "Complete Agent Setup" banner. */
export interface ProfileBanner extends Banner, CompletenessBand {
  /** From 0 to 99. */
  percentage: number
  /** The field on the Settings screen that the banner's button scrolls to. */
  missing: CompletenessField | null
}

/**
 * Section 2, Shell: `unknown` until the data has loaded; `none` also if loading failed or the user closed the banner.
 */
export interface SetupBanners {
  /** Shown if what former admins created awaits a review. */
  access: 'unknown' | 'none' | Banner
  billing: 'unknown' | 'none' | BillingBanner
  profile: 'unknown' | 'none' | ProfileBanner
}

/** The banners, the most important one first. A phone shows only the first one until the user opens the others. */
export const BANNERS = ['access', 'billing', 'profile'] as const satisfies (keyof SetupBanners)[]
export type BannerName = (typeof BANNERS)[number]

const NONE: SetupBanners = { access: 'none', billing: 'none', profile: 'none' }

/** The banners, whether or not the user has closed them. */
const $dueBanners: ReadableAtom<SetupBanners> = computed(
  [$session, $organizationRecord, $setupStatus, $profile, $hasFormerAdmins, $goLive, $isAdmin],
  (session, organization, setup, profile, hasFormerAdmins, goLive, isAdmin): SetupBanners => {
    if (session.status === 'signed-in' && !session.organization) return NONE
    const since = setup.data?.last_former_admin_at ?? String(setup.data?.former_admins)
    return {
      access: outcome([setup], () => (hasFormerAdmins ? { tone: 'warning', about: since } : 'none')),
      billing: outcome([organization, setup], () =>
        setup.data?.billing === false
          ? billingBanner(organization.data?.subscription_status ? goLive : null, isAdmin)
          : 'none',
      ),
      profile: outcome([profile], () => (profile.data ? profileBanner(profile.data) : 'none')),
    }
  },
)

/** The banners of every page. */
export const $setupBanners: ReadableAtom<SetupBanners> = computed(
  [$dueBanners, $closedBanners],
  (due, closed) =>
    Object.fromEntries(
      BANNERS.map((name) => {
        const banner = due[name]
        return [name, typeof banner === 'object' && closed[name] === banner.about ? 'none' : banner]
      }),
    ) as unknown as SetupBanners,
)

function outcome<Known>(queries: readonly QueryState<unknown>[], known: () => Known) {
  if (queries.some(({ status }) => status === 'failed')) return 'none'
  return queries.every(({ status }) => status === 'ready') ? known() : 'unknown'
}

/** An API that doesn't say which plan the organization has allows no conclusion about the widget. */
function billingBanner(goLive: GoLive | null, isAdmin: boolean): BillingBanner {
  if (!goLive) return { tone: 'warning', note: '', about: 'unknown' }
  return {
    tone: goLive.isLive ? 'warning' : 'red',
    note: billingNote(goLive, isAdmin),
    about: billingBand(goLive),
  }
}

function profileBanner(profile: Parameters<typeof completenessOf>[0]): ProfileBanner | 'none' {
  const percentage = completenessOf(profile)
  const band = completenessBand(percentage)
  return band
    ? { ...band, percentage, missing: firstMissingField(profile), about: String(percentage) }
    : 'none'
}

/** Closes a banner for the current user and organization until what it is about changes. */
export function closeBanner(name: BannerName): void {
  const banner = $dueBanners.get()[name]
  if (typeof banner === 'object') setClosed(name, banner.about)
}

/** Stores which banners are shown, so that the next page reserves space for them. */
export function storeBanners(banners: SetupBanners): void {
  if (BANNERS.some((name) => banners[name] === 'unknown')) return
  const visible = BANNERS.filter((name) => banners[name] !== 'none')
  writeItem(BANNERS_KEY, JSON.stringify(visible))
}

/** Returns the banners that this device showed last; null if unknown. */
export function storedBanners(): readonly BannerName[] | null {
  const stored = readJson(BANNERS_KEY)
  return Array.isArray(stored) ? BANNERS.filter((name) => stored.includes(name)) : null
}

/** Removes what the device has stored about a user's banners. */
export function forgetBanners(userId: string): void {
  deleteClosedBanners(userId)
  removeItem(BANNERS_KEY)
}
