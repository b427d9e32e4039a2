import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './limits.ts'
import { AddressDetails } from './profile.ts'
import { tolerant } from './tolerance.ts'
import { ONBOARDING_TONES } from './tones.ts'

/**
 * Section 3, Onboarding progress. `current_step` is 1 to 3, and `completed_steps` is a count from 0 to 3, or in other
 * APIs the list of these steps.
 */
export const OnboardingProgress = tolerant(
  v.object({
    current_step: v.number(),
    completed_steps: tolerant(v.number(), {
      repair: (written) => (Array.isArray(written) ? written.length : written),
    }),
    is_complete: v.boolean(),
  }),
  {
    defaults({ current_step, completed_steps, is_complete }) {
      const completed = completed_steps ?? (is_complete ? 3 : Math.max(0, (current_step ?? 1) - 1))
      return {
        current_step: Math.min(3, completed + 1),
        completed_steps: completed,
        is_complete: completed >= 3,
      }
    },
  },
)
export type OnboardingProgress = v.InferOutput<typeof OnboardingProgress>

const required = (message: string, tooLong: string) =>
  v.pipe(v.string(message), v.trim(), v.minLength(1, message), v.maxLength(LIMITS.name, tooLong))

/** Section 5, Onboarding form, with its validation messages. */
export const BusinessStep = v.object({
  business_name: required(
    'Please enter your business name',
    'Business name must be less than 255 characters',
  ),
  address: v.object(AddressDetails.entries, 'Please enter your business address'),
  service_area_radius: v.pipe(
    v.number('Please enter service area radius'),
    v.minValue(LIMITS.radius.min, 'Radius must be between 1 and 100 miles'),
    v.maxValue(LIMITS.radius.max, 'Radius must be between 1 and 100 miles'),
  ),
})
export type BusinessStep = v.InferOutput<typeof BusinessStep>

export const AgentStep = v.object({
  services_offered: v.pipe(
    v.array(
      v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(LIMITS.name)),
      'Please select at least one service',
    ),
    v.minLength(1, 'Please select at least one service'),
    v.maxLength(LIMITS.services),
  ),
  agent_name: required('Please enter a name for your agent', 'Agent name must be less than 255 characters'),
  personality_tone: v.picklist(
    ONBOARDING_TONES.map((tone) => tone.value),
    'Please select an agent personality',
  ),
})
export type AgentStep = v.InferOutput<typeof AgentStep>

/** Step 3 has no fields: the hours are an empty object (section 3). */
export const ScheduleStep = v.object({ scheduling_hours: v.optional(v.object({})) })
export type ScheduleStep = v.InferOutput<typeof ScheduleStep>

export const getOnboardingProgress = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/:orgId/onboarding-progress',
  summary: 'Get the onboarding progress',
  access: 'member',
  reply: OnboardingProgress,
})

export const completeBusinessStep = endpoint({
  method: 'POST',
  path: '/api/v1/organizations/:orgId/complete-step/1',
  summary: 'Complete onboarding step 1, Business Information',
  access: 'member',
  body: BusinessStep,
  reply: OnboardingProgress,
  errors: [404],
})

export const completeAgentStep = endpoint({
  method: 'POST',
  path: '/api/v1/organizations/:orgId/complete-step/2',
  summary: 'Complete onboarding step 2, Services & Agent Identity',
  access: 'member',
  body: AgentStep,
  reply: OnboardingProgress,
  errors: [404, 409],
})

export const completeScheduleStep = endpoint({
  method: 'POST',
  path: '/api/v1/organizations/:orgId/complete-step/3',
  summary: 'Complete onboarding step 3, Scheduling Hours',
  access: 'member',
  body: ScheduleStep,
  reply: OnboardingProgress,
  errors: [404, 409],
})
