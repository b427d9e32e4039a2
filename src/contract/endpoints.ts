import * as activity from './activity.ts'
import * as agentCheck from './agent-check.ts'
import * as apiKeys from './api-keys.ts'
import * as askedQuestions from './asked-questions.ts'
import * as calendarServices from './calendar-services.ts'
import * as calendarSetup from './calendar-setup.ts'
import * as calendars from './calendars.ts'
import * as contactLimits from './contact-limits.ts'
import * as conversations from './conversations.ts'
import type { Endpoint } from './endpoint.ts'
import * as formerAdmins from './former-admins.ts'
import * as googleCalendar from './google-calendar.ts'
import * as holidays from './holidays.ts'
import * as hubspot from './hubspot.ts'
import * as insights from './insights.ts'
import * as integrations from './integrations.ts'
import * as knowledge from './knowledge.ts'
import * as leadImports from './lead-imports.ts'
import * as leads from './leads.ts'
import * as notificationSettings from './notification-settings.ts'
import * as notifications from './notifications.ts'
import * as onboarding from './onboarding.ts'
import * as organizations from './organizations.ts'
import * as preview from './preview.ts'
import * as privacy from './privacy.ts'
import * as profile from './profile.ts'
import * as savedReplies from './saved-replies.ts'
import * as tasks from './tasks.ts'
import * as trace from './trace.ts'
import * as translation from './translation.ts'
import * as webhooks from './webhooks.ts'
import * as websiteCheck from './website-check.ts'
import * as websiteReading from './website-reading.ts'
import * as widget from './widget.ts'

const resources = [
  organizations,
  privacy,
  profile,
  holidays,
  onboarding,
  leads,
  leadImports,
  conversations,
  savedReplies,
  trace,
  translation,
  agentCheck,
  activity,
  contactLimits,
  tasks,
  insights,
  knowledge,
  askedQuestions,
  websiteCheck,
  websiteReading,
  integrations,
  calendars,
  calendarSetup,
  calendarServices,
  googleCalendar,
  hubspot,
  notificationSettings,
  notifications,
  webhooks,
  apiKeys,
  formerAdmins,
  preview,
  widget,
]

/**
 * Every endpoint of the contract except the stream. The server mounts them, the OpenAPI document lists them, and tests
 * cover them.
 */
export const ENDPOINTS: readonly Endpoint[] = resources
  .flatMap((resource) => Object.values<unknown>(resource))
  .filter(isEndpoint)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'reply' in value
}
