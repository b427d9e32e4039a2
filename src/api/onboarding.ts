import type { BodyInput } from '../contract/endpoint.ts'
import {
  completeAgentStep,
  completeBusinessStep,
  completeScheduleStep,
  getOnboardingProgress,
  OnboardingProgress,
} from '../contract/onboarding.ts'
import { write } from './client.ts'
import { orIfMissing } from './errors.ts'
import { readPart } from './response.ts'

/**
 * Returns the onboarding progress; null if the server has none, that is, if it responds with a 404 or without progress.
 */
export async function fetchOnboardingProgress(
  organizationId: string,
  signal?: AbortSignal,
): Promise<OnboardingProgress | null> {
  const known = await orIfMissing(write(getOnboardingProgress, { organizationId, signal }), {})
  return Object.keys(known).length === 0 ? null : readPart(OnboardingProgress, known)
}

/** Completes step 1, Business Information. */
export function sendBusinessStep(
  organizationId: string,
  body: BodyInput<typeof completeBusinessStep>,
): Promise<Partial<OnboardingProgress>> {
  return write(completeBusinessStep, { organizationId, body })
}

/** Completes step 2, Services & Agent Identity. */
export function sendAgentStep(
  organizationId: string,
  body: BodyInput<typeof completeAgentStep>,
): Promise<Partial<OnboardingProgress>> {
  return write(completeAgentStep, { organizationId, body })
}

/** Completes step 3, Scheduling Hours. It has no fields, so the hours are an empty object (section 3). */
export function sendScheduleStep(organizationId: string): Promise<Partial<OnboardingProgress>> {
  return write(completeScheduleStep, { organizationId, body: { scheduling_hours: {} } })
}
