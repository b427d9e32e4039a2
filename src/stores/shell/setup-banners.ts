import { computed, type ReadableAtom } from 'nanostores'
import {
  type CompletenessBand,
  type CompletenessField,
  completenessBand,
  completenessOf,
  firstMissingField,
} from '../../domain/settings/completeness.ts'
import { readJson, writeItem } from '../../platform/storage/storage.ts'
import type { QueryState } from '../base/query/query.ts'
import { $session } from '../base/session/session.ts'
import { $hasFormerAdmins, $organizationRecord, $setupStatus } from '../organization/organization.ts'
import { $profile } from '../settings/profile.ts'

/**
 * The storage key of the banners shown last; the script in islands/shell/banners.astro reads it before the first paint.
 */
export const BANNERS_KEY = 'fieldhand.banners'

/** The content of the "Complete Agent Setup" banner. */
export interface ProfileBanner extends CompletenessBand {
  /** From 0 to 99. */
  percentage: number
  /** The field on the Settings screen that the banner's button scrolls to. */
  missing: CompletenessField | null
}

/** Section 2, Shell: `unknown` until the data has loaded; `none` also if loading failed. */
export interface SetupBanners {
  billing: 'unknown' | 'none' | 'due'
  profile: 'unknown' | 'none' | ProfileBanner
  /** `due` if what former admins created awaits a review. */
  access: 'unknown' | 'none' | 'due'
}

export const BANNERS = ['billing', 'profile', 'access'] as const satisfies (keyof SetupBanners)[]
export type BannerName = (typeof BANNERS)[number]

const NONE: SetupBanners = { billing: 'none', profile: 'none', access: 'none' }

/** The banners above every page. */
export const $setupBanners: ReadableAtom<SetupBanners> = computed(
  [$session, $organizationRecord, $setupStatus, $profile, $hasFormerAdmins],
  (session, organization, setup, profile, hasFormerAdmins): SetupBanners => {
    if (session.status === 'signed-in' && !session.organization) return NONE
    return {
      billing: outcome([organization, setup], () => (setup.data?.billing === false ? 'due' : 'none')),
      profile: outcome([profile], () => (profile.data ? profileBanner(profile.data) : 'none')),
      access: outcome([setup], () => (hasFormerAdmins ? 'due' : 'none')),
    }
  },
)

function outcome<Known>(queries: readonly QueryState<unknown>[], known: () => Known) {
  if (queries.some(({ status }) => status === 'failed')) return 'none'
  return queries.every(({ status }) => status === 'ready') ? known() : 'unknown'
}

function profileBanner(profile: Parameters<typeof completenessOf>[0]): ProfileBanner | 'none' {
  const percentage = completenessOf(profile)
  const band = completenessBand(percentage)
  return band ? { ...band, percentage, missing: firstMissingField(profile) } : 'none'
}

/** Stores which banners are shown, so that the next page reserves space for them. */
export function storeBanners({ billing, profile, access }: SetupBanners): void {
  if (billing === 'unknown' || profile === 'unknown' || access === 'unknown') return
  const visible: BannerName[] = []
  if (billing === 'due') visible.push('billing')
  if (profile !== 'none') visible.push('profile')
  if (access === 'due') visible.push('access')
  writeItem(BANNERS_KEY, JSON.stringify(visible))
}

/** Returns the banners that this device showed last; null if unknown. */
export function storedBanners(): readonly BannerName[] | null {
  const stored = readJson(BANNERS_KEY)
  return Array.isArray(stored) ? BANNERS.filter((name) => stored.includes(name)) : null
}
