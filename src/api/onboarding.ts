import type { BodyInput } from '../contract/endpoint.ts'
import {
  completeAgentStep,
  completeBusinessStep,
  completeScheduleStep,
  getOnboardingProgress,
  type OnboardingProgress,
} from '../contract/onboarding.ts'
import { call } from './client.ts'

/** How far the onboarding has come. */
export function fetchOnboardingProgress(
  organizationId: string,
  signal?: AbortSignal,
): Promise<OnboardingProgress> {
  return call(getOnboardingProgress, { organizationId, signal })
}

/** Completes step 1, Business Information. */
export function sendBusinessStep(
  organizationId: string,
  body: BodyInput<typeof completeBusinessStep>,
): Promise<OnboardingProgress> {
  return call(completeBusinessStep, { organizationId, body })
}

/** Completes step 2, Services & Agent Identity. */
export function sendAgentStep(
  organizationId: string,
  body: BodyInput<typeof completeAgentStep>,
): Promise<OnboardingProgress> {
  return call(completeAgentStep, { organizationId, body })
}

/** Completes step 3, Scheduling Hours: there is nothing to fill in, so the hours are an empty object (section 3). */
export function sendScheduleStep(organizationId: string): Promise<OnboardingProgress> {
  return call(completeScheduleStep, { organizationId, body: { scheduling_hours: {} } })
}
