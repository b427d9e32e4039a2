import { atom, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { ApiError } from '../../api/errors.ts'
import { sendAgentStep, sendBusinessStep, sendScheduleStep } from '../../api/onboarding.ts'
import type { AgentStep, BusinessStep, OnboardingProgress } from '../../contract/onboarding.ts'
import { AddressDetails } from '../../contract/profile.ts'
import { type OnboardingDraft, progressAfter, REDIRECT_DELAY_MS } from '../../domain/onboarding/onboarding.ts'
import { navigate } from '../../platform/page/navigation.ts'
import { itemKeys, readItem, removeItem, writeItem } from '../../platform/storage/storage.ts'
import { changeCached, markStale, requireOrganization } from '../query/query.ts'
import { $organization } from '../session/session.ts'

const $sending = atom(false)

/** True while a step is being sent. */
export const $isCompletingStep: ReadableAtom<boolean> = $sending

/** The input of each step (section 3, Onboarding payloads). */
export type StepPayload =
  | { step: 1; body: BusinessStep }
  | { step: 2; body: AgentStep }
  | { step: 3; body?: undefined }

/**
 * Completes a step with its own call (section 4) and shows the returned progress. If another call is pending, does
 * nothing and returns null. The draft is removed only after the last step.
 */
export async function completeStep(payload: StepPayload): Promise<OnboardingProgress | null> {
  if ($sending.get()) return null
  const organizationId = requireOrganization()
  $sending.set(true)
  try {
    const progress = { ...progressAfter(payload.step), ...(await send(organizationId, payload)) }
    await changeCached<OnboardingProgress>(organizationId, 'onboarding-progress', () => progress)
    markStale(organizationId, 'onboarding-progress', 'profile', 'setup-status')
    if (progress.is_complete) removeItem(draftKey(organizationId))
    return progress
  } catch (error) {
    // The server and this browser are at different steps.
    if (error instanceof ApiError && error.status === 409) markStale(organizationId, 'onboarding-progress')
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

/** Returns the schema of a draft field that ignores outdated formats. */
const typed = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined)

const Draft = v.object({
  business_name: typed(v.string()),
  address: typed(v.nullable(AddressDetails)),
  service_area_radius: typed(v.nullable(v.number())),
  services_offered: typed(v.array(v.string())),
  agent_name: typed(v.string()),
  personality_tone: typed(v.string()),
  custom_services: typed(v.array(v.string())),
  custom_text: typed(v.string()),
})

const DRAFTS = 'fieldhand.onboarding.'
const draftKey = (organizationId: string) => DRAFTS + organizationId

/**
 * Returns the stored input for the current organization on this device. It survives closing, reloading, and expired
 * sessions.
 */
export function readOnboardingDraft(): OnboardingDraft {
  const organization = $organization.get()
  try {
    const stored: unknown = JSON.parse((organization && readItem(draftKey(organization.id))) || '{}')
    const draft = v.safeParse(Draft, stored)
    return draft.success ? draft.output : {}
  } catch {
    return {}
  }
}

/** Stores the input; fields that are not given keep their values. */
export function storeOnboardingDraft(change: OnboardingDraft): void {
  const organization = $organization.get()
  if (!organization) return
  writeItem(draftKey(organization.id), JSON.stringify({ ...readOnboardingDraft(), ...change }))
}

/** Returns whether this device has a draft of any organization. */
export const hasOnboardingDrafts = (): boolean => itemKeys(DRAFTS).length > 0

/** Removes the drafts of all organizations. */
export function deleteOnboardingDrafts(): void {
  for (const key of itemKeys(DRAFTS)) removeItem(key)
}
