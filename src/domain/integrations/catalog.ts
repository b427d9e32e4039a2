import type { Calendars } from '../../contract/calendars.ts'
import { containsWords } from '../common/plain-text.ts'

export const INTEGRATION_CATEGORIES = [
  { value: 'field-service', label: 'Field Service' },
  { value: 'productivity', label: 'Productivity' },
  { value: 'crm', label: 'CRM' },
  { value: 'calendar', label: 'Calendar & Scheduling' },
  { value: 'communication', label: 'Communication' },
  { value: 'analytics', label: 'Analytics' },
  { value: 'other', label: 'Other' },
] as const

export type IntegrationCategory = (typeof INTEGRATION_CATEGORIES)[number]['value']
export type IntegrationState = 'available' | 'beta' | 'coming_soon'

/** Section 3, Integration catalog entry. */
export interface Integration {
  id: string
  name: string
  description: string
  status: IntegrationState
  category: IntegrationCategory
  isConnected: boolean
}

type Entry = readonly [id: string, name: string, description: string]

const ENTRIES: Partial<Record<IntegrationCategory, readonly Entry[]>> = {
  'field-service': [
    ['jobber', 'Jobber', 'Turn captured leads into Jobber clients, requests and quotes.'],
    ['housecall-pro', 'Housecall Pro', 'Send new leads and booked estimates to Housecall Pro.'],
    ['service-autopilot', 'Service Autopilot', 'Add leads to Service Autopilot and start its follow-ups.'],
    ['lmn', 'LMN', 'Keep landscape estimates and client records in LMN up to date.'],
    ['yardbook', 'Yardbook', 'Add leads and booked estimates to Yardbook as customers.'],
  ],
  productivity: [
    ['quickbooks', 'QuickBooks', 'Match customers and estimates with your QuickBooks books.'],
    ['xero', 'Xero', 'Match customers and invoices with your Xero books.'],
    ['stripe', 'Stripe', 'Take deposits for booked estimates through Stripe.'],
    ['square', 'Square', 'Take payments and keep customers in Square.'],
  ],
  crm: [
    ['hubspot', 'HubSpot', 'Every new lead shows up in HubSpot by itself.'],
    ['salesforce', 'Salesforce', 'Create Salesforce leads from website conversations.'],
    ['pipedrive', 'Pipedrive', 'Open a Pipedrive deal for each qualified lead.'],
    ['zoho-crm', 'Zoho CRM', 'Add leads and their conversations to Zoho CRM.'],
    ['gohighlevel', 'GoHighLevel', 'Feed leads into your GoHighLevel pipelines and campaigns.'],
  ],
  calendar: [
    ['google-calendar', 'Google Calendar', 'Book estimates into free time on Google Calendar.'],
    ['outlook-calendar', 'Outlook Calendar', 'Book estimates into free time on Outlook.'],
    ['apple-calendar', 'Apple Calendar', 'See booked estimates on your iPhone and Mac.'],
    ['calendly', 'Calendly', 'Offer your Calendly times in the conversation.'],
    ['cal-com', 'Cal.com', 'Offer and book your Cal.com event types.'],
    ['acuity', 'Acuity Scheduling', 'Offer and book your Acuity appointment types.'],
  ],
  communication: [
    ['twilio', 'Twilio', 'Answer text messages and calls on your Twilio number.'],
    ['slack', 'Slack', 'Post each new lead to a Slack channel.'],
    ['thumbtack', 'Thumbtack', 'Answer requests from Thumbtack within seconds.'],
    ['whatsapp', 'WhatsApp Business', 'Let customers reach your agent on WhatsApp.'],
    ['mailchimp', 'Mailchimp', 'Add leads to your Mailchimp audience with their consent.'],
  ],
}

/** The entries that are set up in the calendar dialog. */
const CALENDARS: readonly string[] = ['google-calendar', 'outlook-calendar', 'apple-calendar', 'cal-com']

/** The entries that can be connected. The others are coming soon (section 3). */
const WIRED: readonly string[] = ['hubspot', ...CALENDARS]

/** Returns whether an id belongs to an upcoming entry, which organizations can request. */
export const isComing = (id: string): boolean =>
  !WIRED.includes(id) && Object.values(ENTRIES).some((entries) => entries.some(([known]) => known === id))

/**
 * The connected services. `calendars` lists the ids of the connected calendar entries, and is null if the API does not
 * support calendars.
 */
export interface Connected {
  hubspot: boolean
  jobber: boolean
  calendars: readonly string[] | null
}

type ConnectedParts = Pick<Calendars, 'has_feed' | 'sources' | 'connected'>

const OF_OUTLOOK = /(^|\.)(outlook|office365|office|live)\.(com|office\.com|office365\.com)$/i

export const entryOfHost = (host: string): string => {
  if (host === 'calendar.google.com') return 'google-calendar'
  if (host === 'cal.com') return 'cal-com'
  return OF_OUTLOOK.test(host) ? 'outlook-calendar' : 'apple-calendar'
}

const OF_SERVICE: Partial<Record<string, string>> = { calcom: 'cal-com', google: 'google-calendar' }

/** Returns the id of a calendar service's entry. */
export const entryOfService = (service: string): string => OF_SERVICE[service] ?? service

/**
 * Returns the ids of the entries that an organization has connected: services, calendars that are read, and the feed.
 */
export function connectedCalendars({ has_feed, sources, connected }: ConnectedParts): string[] {
  const entries = new Set<string>(sources.map(({ host }) => entryOfHost(host)))
  for (const service of connected) entries.add(entryOfService(service))
  if (has_feed) entries.add('apple-calendar')
  return [...entries]
}

/** Returns whether an entry is set up in the calendar dialog. */
export const isCalendar = ({ id }: Pick<Integration, 'id'>): boolean => CALENDARS.includes(id)

/**
 * Returns the integration catalog of section 3: 5 field-service, 4 productivity, 5 CRM, 6 calendar, and 5 communication
 * entries. All are coming soon except the implemented ones: HubSpot (section 1), and calendars if the API supports
 * them.
 */
export function integrationCatalog({ hubspot, jobber, calendars }: Connected): Integration[] {
  const connected: Partial<Record<string, boolean>> = { hubspot, jobber }
  const available = calendars === null ? WIRED.filter((id) => !CALENDARS.includes(id)) : WIRED
  for (const id of calendars ?? []) connected[id] = true
  return INTEGRATION_CATEGORIES.flatMap(({ value: category }) =>
    (ENTRIES[category] ?? []).map(
      ([id, name, description]): Integration => ({
        id,
        name,
        description,
        category,
        status: available.includes(id) ? 'available' : 'coming_soon',
        isConnected: connected[id] ?? false,
      }),
    ),
  )
}

/**
 * Returns the entries that match a search text (in the name, the description, or the category's name) and a category.
 * `all` matches every category.
 */
export function filterIntegrations(
  catalog: readonly Integration[],
  search: string,
  category: IntegrationCategory | 'all',
): Integration[] {
  const labels = new Map<string, string>(INTEGRATION_CATEGORIES.map(({ value, label }) => [value, label]))
  return catalog.filter(
    (entry) =>
      (category === 'all' || entry.category === category) &&
      containsWords(`${entry.name} ${entry.description} ${labels.get(entry.category)}`, search),
  )
}

const STATES: readonly IntegrationState[] = ['available', 'beta', 'coming_soon']

/** The upcoming entries that lawn-care and landscaping businesses use most, in this order. */
const OF_THE_TRADE: readonly string[] = [
  'jobber',
  'housecall-pro',
  'quickbooks',
  'service-autopilot',
  'lmn',
  'yardbook',
  'thumbtack',
]

/**
 * Sorts entries by what works: available ones, then upcoming ones of the trade, then the others. Otherwise keeps the
 * order.
 */
export function inCatalogOrder(entries: readonly Integration[]): Integration[] {
  const rank = ({ id }: Integration) =>
    OF_THE_TRADE.includes(id) ? OF_THE_TRADE.indexOf(id) : Number.MAX_VALUE
  return entries.toSorted((a, b) => STATES.indexOf(a.status) - STATES.indexOf(b.status) || rank(a) - rank(b))
}

/**
 * Returns two letters for an entry: the first ones of the first two words, also of a name written as one word, such as
 * "QuickBooks" (QB), or the first two of a single word.
 */
export function entryInitials(name: string): string {
  const [first = '', second] = name.match(/\p{Lu}?\p{Ll}+|\p{Lu}+/gu) ?? []
  return second ? (first.charAt(0) + second.charAt(0)).toUpperCase() : first.slice(0, 2)
}

/** Returns the number of entries in each category. Omits empty categories. */
export function categoryCounts(
  catalog: readonly Integration[],
): { value: IntegrationCategory; label: string; count: number }[] {
  return INTEGRATION_CATEGORIES.map((category) => ({
    ...category,
    count: catalog.filter((entry) => entry.category === category.value).length,
  })).filter(({ count }) => count > 0)
}

const STATE_LABELS: Record<IntegrationState, string> = {
  available: 'Available',
  beta: 'Beta',
  coming_soon: 'Coming Soon',
}

/** Returns the label of a card's tag. A connected entry is never labeled as coming soon. */
export function stateLabel({ status, isConnected }: Integration): string {
  return isConnected && status !== 'available' ? 'Connected' : STATE_LABELS[status]
}

/**
 * Returns the action of a card (section 4, Integration), or null if the entry is connected and cannot be managed here.
 */
export function integrationAction({
  status,
  isConnected,
}: Integration): 'connect' | 'manage' | 'request' | null {
  if (status === 'available') return isConnected ? 'manage' : 'connect'
  return isConnected ? null : 'request'
}

/** Returns a `mailto:` link to request an integration. */
export function priorityMail(to: string, integration: Integration, organization: string): string {
  const subject = encodeURIComponent(`Priority request: ${integration.name} integration`)
  const body = encodeURIComponent(`${organization} would like to connect ${integration.name} to Fieldhand.`)
  return `mailto:${encodeURIComponent(to).replaceAll('%40', '@')}?subject=${subject}&body=${body}`
}
