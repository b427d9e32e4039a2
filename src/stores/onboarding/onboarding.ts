import { atom, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { ApiError } from '../../api/errors.ts'
import { sendAgentStep, sendBusinessStep, sendScheduleStep } from '../../api/onboarding.ts'
import type { AgentStep, BusinessStep, OnboardingProgress } from '../../contract/onboarding.ts'
import { AddressDetails, BusinessDay } from '../../contract/profile.ts'
import {
  NAMELESS_ORGANIZATION,
  type OnboardingDraft,
  REDIRECT_DELAY_MS,
} from '../../domain/onboarding/onboarding.ts'
import { progressAfter } from '../../domain/onboarding/progress.ts'
import { navigate } from '../../platform/page/navigation.ts'
import { renameOrganization } from '../../platform/session/create.ts'
import { readJson, removeItem } from '../../platform/storage/storage.ts'
import { createDrafts } from '../base/drafts.ts'
import { changeCached, requireOrganization } from '../base/query/query.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { $account, type Account } from '../base/session/account.ts'
import { $user } from '../base/session/session.ts'
import { offerFirstChat } from './first-chat.ts'

const $sending = atom(false)

/** Whether a step is being sent. */
export const $isCompletingStep: ReadableAtom<boolean> = $sending

/** The input of each step (section 3, Onboarding payloads). */
export type StepPayload =
  | { step: 1; body: BusinessStep }
  | { step: 2; body: AgentStep }
  | { step: 3; body?: undefined }

/**
 * Completes a step with its own call (section 4) and shows the returned progress. If another call is pending, does
 * nothing and returns null. Removes the draft only after the last step.
 */
export async function completeStep(payload: StepPayload): Promise<OnboardingProgress | null> {
  if ($sending.get()) return null
  const organizationId = requireOrganization()
  $sending.set(true)
  try {
    const progress = { ...progressAfter(payload.step), ...(await send(organizationId, payload)) }
    await changeCached<OnboardingProgress>(organizationId, 'onboarding-progress', () => progress)
    refetchAfter(organizationId, 'onboarding-step-completed')
    if (payload.step === 1) {
      void renameOrganization(organizationId, NAMELESS_ORGANIZATION, payload.body.business_name)
    }
    if (progress.is_complete) {
      const account = $account.get()
      if (account?.organizationId === organizationId) drafts.keep(account, '', {})
      offerFirstChat(organizationId)
    }
    return progress
  } catch (error) {
    // The server and this browser are at different steps.
    if (error instanceof ApiError && error.status === 409)
      refetchAfter(organizationId, 'onboarding-step-rejected')
    throw error
  } finally {
    $sending.set(false)
  }
}

function send(organizationId: string, payload: StepPayload): Promise<Partial<OnboardingProgress>> {
  if (payload.step === 1) return sendBusinessStep(organizationId, payload.body)
  if (payload.step === 2) return sendAgentStep(organizationId, payload.body)
  return sendScheduleStep(organizationId)
}

/** Redirects to the playground after the pause of section 9. Returns the cancel function. */
export function leaveForPlayground(): () => void {
  const timer = setTimeout(() => void navigate('/playground'), REDIRECT_DELAY_MS)
  return () => clearTimeout(timer)
}

/** Returns the schema of a draft field, which ignores values in an outdated format. */
const typed = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined)

const Taken = v.array(v.object({ text: v.string(), isTaken: v.boolean() }))

const Found = v.object({
  website: v.string(),
  business_name: v.string(),
  phone: v.string(),
  email: v.string(),
  address: v.string(),
  services: Taken,
  description: v.string(),
  cities: Taken,
  hours: v.nullable(v.array(BusinessDay)),
  color: v.string(),
  faqs: v.array(v.object({ question: v.string(), answer: v.string(), isTaken: v.boolean() })),
})

const Draft = v.object({
  business_name: typed(v.string()),
  address: typed(v.nullable(AddressDetails)),
  service_area_radius: typed(v.nullable(v.number())),
  services_offered: typed(v.array(v.string())),
  agent_name: typed(v.string()),
  personality_tone: typed(v.string()),
  custom_services: typed(v.array(v.string())),
  custom_text: typed(v.string()),
  stage: typed(v.picklist(['question', 'review', 'confirm'])),
  found: typed(Found),
})

const drafts = createDrafts<OnboardingDraft>('onboarding', {
  none: {},
  read: (stored) => v.parse(Draft, stored),
  isEmpty: (draft) => Object.values(draft).every((value) => value === undefined),
})

/** Returns the account's draft. Takes over what version 1 stored for all users of this device. */
function draftOf(account: Account): OnboardingDraft {
  const earlier = `fieldhand.onboarding.${account.organizationId}`
  const stored = v.safeParse(Draft, readJson(earlier))
  removeItem(earlier)
  if (stored.success) drafts.keep(account, '', { ...stored.output, ...drafts.value(account) })
  return drafts.value(account)
}

/**
 * Returns the input that this device has stored for the current account. It survives closing and reloading the page,
 * and expired sessions.
 */
export function readOnboardingDraft(): OnboardingDraft {
  const account = $account.get()
  return account ? draftOf(account) : {}
}

/** Stores the input. Omitted fields keep their values. */
export function storeOnboardingDraft(change: OnboardingDraft): void {
  const account = $account.get()
  if (account) storeDraftOf(account.organizationId, change)
}

/** Like {@link storeOnboardingDraft}, for an organization that needn't be selected. */
export function storeDraftOf(organizationId: string, change: OnboardingDraft): void {
  const userId = $user.get()?.id
  if (!userId) return
  const account = { userId, organizationId }
  drafts.keep(account, '', { ...draftOf(account), ...change })
}
