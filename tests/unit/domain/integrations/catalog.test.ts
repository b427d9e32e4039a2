import { expect, test } from 'vitest'
import {
  categoryCounts,
  connectedCalendars,
  entryInitials,
  filterIntegrations,
  type Integration,
  inCatalogOrder,
  integrationAction,
  integrationCatalog,
  isCalendar,
  priorityMail,
  stateLabel,
} from '../../../../src/domain/integrations/catalog.ts'

const none = integrationCatalog({ hubspot: false, jobber: false, calendars: null })

test('the catalog has 25 entries in the specified categories', () => {
  expect(none).toHaveLength(25)
  expect(Object.fromEntries(categoryCounts(none).map(({ value, count }) => [value, count]))).toEqual({
    'field-service': 5,
    productivity: 4,
    crm: 5,
    calendar: 6,
    communication: 5,
  })
  expect(new Set(none.map(({ id }) => id)).size).toBe(25)
})

test('only the wired connection is available', () => {
  expect(none.filter(({ status }) => status !== 'coming_soon').map(({ id }) => id)).toEqual(['hubspot'])
})

test('calendars are available if the API has them', () => {
  const withCalendars = integrationCatalog({ hubspot: false, jobber: false, calendars: [] })
  const available = withCalendars.filter(({ status }) => status === 'available')
  expect(available.map(({ id }) => id)).toEqual([
    'hubspot',
    'google-calendar',
    'outlook-calendar',
    'apple-calendar',
    'cal-com',
  ])
  expect(available.map(isCalendar)).toEqual([false, true, true, true, true])
  expect(withCalendars.some(({ isConnected }) => isConnected)).toBe(false)
})

test('a calendar that is read connects the entry of its maker', () => {
  const source = (host: string) => ({ id: host, host, read_at: null, error: null, unread: null })
  const connected = (has_feed: boolean, ...hosts: string[]) =>
    connectedCalendars({ has_feed, sources: hosts.map(source), connected: [] })
  expect(connected(false)).toEqual([])
  expect(connected(true)).toEqual(['apple-calendar'])
  expect(connected(false, 'outlook.office365.com')).toEqual(['outlook-calendar'])
  expect(connected(false, 'outlook.live.com')).toEqual(['outlook-calendar'])
  expect(connected(false, 'calendar.google.com')).toEqual(['google-calendar'])
  expect(connected(true, 'calendar.google.com')).toEqual(['google-calendar', 'apple-calendar'])
  expect(connected(false, 'cal.com')).toEqual(['cal-com'])
  expect(connected(false, 'calendar.google.com.evil.test')).toEqual(['apple-calendar'])
  expect(connected(false, 'outlook.com.evil.test')).toEqual(['apple-calendar'])
})

test('a connected service connects its entry', () => {
  const connected = (...services: string[]) =>
    connectedCalendars({ has_feed: false, sources: [], connected: services })
  expect(connected('calcom', 'google')).toEqual(['cal-com', 'google-calendar'])
})

test('connections come from the status response', () => {
  const all = integrationCatalog({ hubspot: true, jobber: true, calendars: ['apple-calendar'] })
  expect(all.filter(({ isConnected }) => isConnected).map(({ id }) => id)).toEqual([
    'jobber',
    'hubspot',
    'apple-calendar',
  ])
  expect(none.some(({ isConnected }) => isConnected)).toBe(false)
})

test('search and category combine', () => {
  expect(filterIntegrations(none, '', 'all')).toHaveLength(25)
  expect(filterIntegrations(none, '  ', 'crm')).toHaveLength(5)
  expect(filterIntegrations(none, 'HUBSPOT', 'all').map(({ id }) => id)).toEqual(['hubspot'])
  expect(filterIntegrations(none, 'free GOOGLE', 'calendar').map(({ id }) => id)).toEqual(['google-calendar'])
  expect(filterIntegrations(none, 'hubspot', 'calendar')).toEqual([])
  expect(filterIntegrations(none, 'crm', 'all')).toEqual(filterIntegrations(none, '', 'crm'))
})

test('what works comes first, then what the trade uses, and the others keep their order', () => {
  const all = integrationCatalog({ hubspot: false, jobber: false, calendars: [] })
  const ids = inCatalogOrder(all.toReversed()).map(({ id }) => id)
  expect(new Set(ids.slice(0, 5))).toEqual(
    new Set(['hubspot', 'google-calendar', 'outlook-calendar', 'apple-calendar', 'cal-com']),
  )
  expect(ids.slice(5, 12)).toEqual([
    'jobber',
    'housecall-pro',
    'quickbooks',
    'service-autopilot',
    'lmn',
    'yardbook',
    'thumbtack',
  ])
  const rest = inCatalogOrder(all).slice(12)
  expect(rest).toEqual(all.filter((entry) => rest.includes(entry)))
  expect(ids).toHaveLength(25)
})

test.each([
  ['Housecall Pro', 'HP'],
  ['QuickBooks', 'QB'],
  ['Cal.com', 'CC'],
  ['HubSpot', 'HS'],
  ['GoHighLevel', 'GH'],
  ['Zoho CRM', 'ZC'],
  ['LMN', 'LM'],
  ['Jobber', 'Jo'],
])('%s is shown as %s', (name, initials) => {
  expect(entryInitials(name)).toBe(initials)
})

test('every entry has two letters', () => {
  for (const { name } of none) expect(entryInitials(name)).toMatch(/^\p{L}{2}$/u)
})

test('only available entries can be connected or managed', () => {
  const entry = (parts: Partial<Integration>) => ({ ...(none[0] as Integration), ...parts })
  expect(integrationAction(entry({ status: 'available', isConnected: false }))).toBe('connect')
  expect(integrationAction(entry({ status: 'available', isConnected: true }))).toBe('manage')
  expect(integrationAction(entry({ status: 'beta', isConnected: false }))).toBe('request')
  expect(integrationAction(entry({ status: 'coming_soon' }))).toBe('request')
})

test('a connected entry is neither coming soon nor requestable', () => {
  const jobber = integrationCatalog({ hubspot: false, jobber: true, calendars: null }).find(
    ({ id }) => id === 'jobber',
  )
  expect(jobber && stateLabel(jobber)).toBe('Connected')
  expect(jobber && integrationAction(jobber)).toBeNull()
  expect(none[0] && stateLabel(none[0])).toBe('Coming Soon')
})

test('a request by email escapes names with URL characters', () => {
  const url = new URL(priorityMail('sales@fieldhand.test', none[0] as Integration, 'Tulip & Sons?'))
  expect(url.pathname).toBe('sales@fieldhand.test')
  expect(url.searchParams.get('subject')).toBe('Priority request: Jobber integration')
  expect(url.searchParams.get('body')).toBe('Tulip & Sons? would like to connect Jobber to Fieldhand.')
})
