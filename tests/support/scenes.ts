import type { Page } from '@playwright/test'
import { expect } from './e2e.ts'
import { answerNotifications, EVERY_STATUS, LOG } from './notifications-page.ts'
import { FRESH, selectOrganization } from './organizations.ts'
import { unfoldAll } from './settings.ts'

/** A screen in a state that tests open and measure. */
export interface Scene {
  name: string
  open: (page: Page) => Promise<void>
}

/** Opens a page and waits until its content is visible. */
const at =
  (path: string, heading: string | RegExp, ready?: (page: Page) => Promise<void>) => async (page: Page) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await ready?.(page)
  }

async function leadsThere(page: Page): Promise<void> {
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
}

async function conversationsThere(page: Page): Promise<void> {
  await expect(page.getByRole('list', { name: 'Conversations' }).getByRole('link').first()).toBeVisible()
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
}

/** Returns the ID of the first lead in the list. */
async function firstLead(page: Page): Promise<string> {
  await page.goto('/leads')
  await leadsThere(page)
  return (await page.locator('[data-row-key]').first().getAttribute('data-row-key')) ?? ''
}

async function openLead(page: Page): Promise<void> {
  await page.goto(`/leads?lead=${await firstLead(page)}`)
  await expect(page.getByRole('dialog').getByRole('tab').first()).toBeVisible()
}

const tab = (name: string) => async (page: Page) => {
  await openLead(page)
  await page.getByRole('tab', { name }).click()
  await expect(page.getByRole('tabpanel', { name })).toBeVisible()
}

async function openNotifications(page: Page): Promise<void> {
  await page.goto('/agent#notifications')
  await expect(page.locator('#notifications').getByText('Who gets notified')).toBeVisible()
}

/** Every screen as the demo owner sees it, and the dialogs on top of them. Requires the demo data. */
export const SCENES: Scene[] = [
  {
    name: 'dashboard',
    open: at('/', 'Dashboard', (page) => expect(page.getByText('Estimates Booked')).toBeVisible()),
  },
  { name: 'leads', open: at('/leads', 'Leads', leadsThere) },
  {
    name: 'leads, none match',
    open: at('/leads?search=nobody-is-called-so', 'Leads', (page) =>
      expect(page.getByRole('button', { name: 'Clear filters' }).first()).toBeVisible(),
    ),
  },
  {
    name: 'lead beside the list',
    open: async (page) => {
      await page.goto(`/leads?panel=${await firstLead(page)}`)
      await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem').first()).toBeVisible()
    },
  },
  { name: 'lead, details', open: openLead },
  { name: 'lead, conversation', open: tab('Conversation') },
  { name: 'lead, insights', open: tab('Agent Insights') },
  {
    name: 'lead page',
    open: async (page) => {
      await page.goto('/leads')
      await leadsThere(page)
      const link = page
        .getByRole('link', { name: /^View (?!Setup)/ })
        .filter({ visible: true })
        .first()
      await page.goto((await link.getAttribute('href')) ?? '')
      await expect(page.getByRole('region', { name: 'History', exact: true })).toBeVisible()
    },
  },
  {
    name: 'lead not found',
    open: async (page) => {
      await page.goto('/leads/no-such-lead')
      await expect(page.getByRole('heading', { level: 1, name: 'Lead Not Found' })).toBeVisible()
    },
  },
  { name: 'conversations', open: at('/conversations', 'Conversations', conversationsThere) },
  {
    name: 'conversations, none match',
    open: at('/conversations?search=nobody-wrote-this', 'Conversations', (page) =>
      expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible(),
    ),
  },
  {
    name: 'conversation',
    open: async (page) => {
      await page.goto('/conversations')
      await conversationsThere(page)
      await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click()
      await expect(page.getByPlaceholder('Reply to the visitor')).toBeVisible()
    },
  },
  {
    name: 'conversation not found',
    open: async (page) => {
      await page.goto('/conversations/no-such-conversation')
      await expect(page.getByText(/^It may have been erased/)).toBeVisible()
    },
  },
  {
    // Must precede the next scene, because the device remembers expanded sections.
    name: 'settings, folded',
    open: at('/agent', 'Settings', (page) =>
      expect(page.getByRole('button', { name: 'Expand all' })).toBeVisible(),
    ),
  },
  {
    name: 'settings',
    open: at('/agent', 'Settings', unfoldAll),
  },
  { name: 'notification settings', open: openNotifications },
  {
    name: 'sent notifications',
    open: async (page) => {
      await answerNotifications(page, LOG, {
        GET: () => ({ notifications: EVERY_STATUS, next_cursor: 'more' }),
      })
      await openNotifications(page)
      await page.getByRole('button', { name: 'Sent notifications' }).click()
      const log = page.getByRole('dialog', { name: 'Sent notifications' })
      await expect(log.getByRole('button', { name: 'Show older' })).toBeVisible()
    },
  },
  {
    name: 'playground',
    open: async (page) => {
      await page.goto('/playground')
      await expect(page.getByRole('dialog').locator('iframe')).toBeVisible()
    },
  },
  {
    name: 'integrations',
    open: at('/integrations', 'Integrations', (page) =>
      expect(page.getByText(/integrations found/)).toBeVisible(),
    ),
  },
  {
    name: 'billing',
    open: at('/billing', /Billing/, (page) => expect(page.getByText('Trial Period Active')).toBeVisible()),
  },
  {
    name: 'organization',
    open: at('/organization', 'Organization', (page) =>
      expect(page.locator('.cl-organizationProfile-root').first()).toBeVisible(),
    ),
  },
  { name: 'page not found', open: at('/nothing-here', 'Page not found') },
  {
    name: 'onboarding',
    open: async (page) => {
      await page.goto('/')
      await selectOrganization(page, FRESH)
      await expect(page.getByRole('dialog', { name: 'Business Information' })).toBeVisible()
    },
  },
]
