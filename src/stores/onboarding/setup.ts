import { computed, type ReadableAtom } from 'nanostores'
import { ApiError } from '../../api/errors.ts'
import { fetchFaqs, saveFaqs } from '../../api/knowledge.ts'
import { saveProfile } from '../../api/profile.ts'
import { postWebsiteReading } from '../../api/website-reading.ts'
import type { AddressDetails, Profile } from '../../contract/profile.ts'
import { typedAddress } from '../../domain/common/address.ts'
import {
  type FoundBusiness,
  faqsWith,
  foundIn,
  isAnythingFound,
  profileFrom,
  takenOf,
} from '../../domain/onboarding/found.ts'
import { type OnboardingDraft, PROPOSED_AGENT, type SetupStage } from '../../domain/onboarding/onboarding.ts'
import { withScheme } from '../../domain/settings/profile-validation.ts'
import { orNull } from '../base/query/optional.ts'
import { changeCached } from '../base/query/query.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { $account, isSameAccount, ownedAtom, requireAccount } from '../base/session/account.ts'
import { $organization } from '../base/session/session.ts'
import { readOnboardingDraft, storeOnboardingDraft } from './onboarding.ts'

/** The stage in this tab; null if it is the one of the draft. */
const $stage = ownedAtom<SetupStage | 'fields' | null>(null)

/** What the dialog shows in place of the steps' fields; null for the fields. */
export const $setupStage: ReadableAtom<SetupStage | null> = computed(
  [$stage, $organization],
  (stage, organization) => {
    if (stage !== null) return stage === 'fields' ? null : stage
    return organization ? (readOnboardingDraft().stage ?? null) : null
  },
)

/** Shows a stage, or with null the fields of the steps, and stores what belongs to it. */
export function showStage(stage: SetupStage | null, change: OnboardingDraft = {}): void {
  storeOnboardingDraft({ ...change, stage: stage ?? undefined })
  $stage.set(stage ?? 'fields')
}

/** Saves the phone number, and goes on to the fields of the steps. */
export async function answerWithPhone(phone: string): Promise<void> {
  const account = requireAccount()
  await saveProfile(account.organizationId, { phone })
  refetchAfter(account.organizationId, 'profile-changed')
  if (isSameAccount(account, $account.get())) showStage(null)
}

/**
 * Reads the owner's website, and shows what it says. Rejects with a readable reason if it can't be read or says nothing.
 * Shows nothing if the owner has gone on without it in the meantime.
 */
export async function answerWithWebsite(typed: string): Promise<void> {
  const account = requireAccount()
  const website = withScheme(typed)
  const reading = await orNull(postWebsiteReading)(account.organizationId, website)
  if (reading === null) throw new ApiError('This version of the API cannot read websites.', 404)
  const found = foundIn(reading, website)
  if (!isAnythingFound(found))
    throw new ApiError('We found nothing about your business on this website.', 404)
  if (isSameAccount(account, $account.get()) && $setupStage.get() === 'question')
    showStage('review', { found })
}

/** Returns what the website says, with the corrections that this device has stored; null if nothing was read. */
export const readFound = (): FoundBusiness | null => readOnboardingDraft().found ?? null

export const storeFound = (found: FoundBusiness): void => storeOnboardingDraft({ found })

/**
 * Saves what the steps don't send, and fills in the steps with the rest. `address` is the found address as the map
 * service knows it. Rejects if it could not be saved; nothing is lost.
 */
export async function takeFound(found: FoundBusiness, address: AddressDetails | null): Promise<void> {
  const account = requireAccount()
  const { organizationId } = account
  const saved = await saveProfile(organizationId, profileFrom(found))
  await changeCached<Profile>(organizationId, 'profile', (profile) => ({ ...profile, ...saved }))
  if (found.faqs.some(({ isTaken }) => isTaken)) {
    await saveFaqs(organizationId, faqsWith(await fetchFaqs(organizationId), found.faqs))
  }
  refetchAfter(organizationId, 'settings-saved-elsewhere')
  if (isSameAccount(account, $account.get())) showStage('confirm', draftFrom(found, address))
}

/** Goes on to the fields of the steps, which keep what the owner has read and corrected. Nothing else is saved. */
export function goOnWithout(found: FoundBusiness): void {
  showStage(null, draftFrom(found, typedAddress(found.address)))
}

function draftFrom(found: FoundBusiness, address: AddressDetails | null): OnboardingDraft {
  const services = takenOf(found.services)
  return {
    found: undefined,
    ...(found.business_name.trim() && { business_name: found.business_name.trim() }),
    ...(address && { address }),
    ...(services.length > 0 && { services_offered: services }),
    agent_name: readOnboardingDraft().agent_name?.trim() || PROPOSED_AGENT,
  }
}
