import type { Page } from '@playwright/test'
import { tokenIn } from '../support/clerk-in-page.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { changeListedLeads, LEAD_LIST } from '../support/listed-leads.ts'
import { answerWith, changeAnswer, FRESH, GREEN, selectOrganization } from '../support/organizations.ts'
import { takeScreenshots } from '../support/screenshots.ts'

const organizationCall = new RegExp(`/api/v1/organizations/${GREEN}$`)

const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, level: 3 }) })
const panel = (page: Page, name: string) => page.getByRole('region', { name })
const today = (page: Page) => panel(page, 'Today')
const row = (page: Page, text: string | RegExp) => today(page).getByRole('listitem').filter({ hasText: text })

/** Completes the rest of Fresh Cut's onboarding, which the open page has selected. */
async function completeOnboarding(page: Page): Promise<void> {
  const token = await tokenIn(page)
  await page.evaluate(
    async ([api, organization, token]) => {
      const bodies = [
        {
          business_name: 'Fresh Cut Co',
          address: { full_address: '1 Elm St', coordinates: null, context: null, properties: null },
          service_area_radius: 25,
        },
        { services_offered: ['Pest Control'], agent_name: 'Clip', personality_tone: 'friendly' },
        {},
      ]
      for (const [index, body] of bodies.entries()) {
        await fetch(`${api}/api/v1/organizations/${organization}/complete-step/${index + 1}`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${token}`,
            'Content-Type': 'application/json',
            'X-Organization-ID': organization,
          },
          body: JSON.stringify(body),
        })
      }
    },
    [TEST_ORIGINS.api, FRESH, token] as const,
  )
}

const WELCOME = 'Welcome, create an organization to get started'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test.describe('without data of an organization', () => {
  test('shows the loading state with placeholders', async ({ page }) => {
    let release = () => {}
    const held = new Promise<void>((done) => {
      release = done
    })
    await page.route('**/profile', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/')
    await expect(page.getByRole('status').filter({ hasText: 'Loading dashboard' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Agent Performance', level: 2 })).toBeVisible()
    for (const title of ['New Leads Captured', 'Estimates Booked', 'Lost Leads', 'Bot Status']) {
      await expect(card(page, title)).toBeVisible()
    }
    await takeScreenshots(page, 'dashboard-loading')
    release()
    await expect(card(page, 'New Leads Captured').getByRole('link').first()).toBeVisible()
    await expect(page.getByText('Loading dashboard')).toBeHidden()
  })

  test('asks for setup if the provider lacks organizations, and reloads', async ({ page }) => {
    await page.route(
      '**/v1/environment?*',
      changeAnswer((json) => ({
        ...json,
        organization_settings: { ...(json.organization_settings as object), enabled: false },
      })),
    )
    await page.goto('/')
    const notice = page.getByRole('alert').filter({ hasText: 'Setup Required' })
    await expect(notice).toContainText('Organizations feature is not enabled')
    await takeScreenshots(page, 'dashboard-setup-required')
    const reloaded = page.waitForEvent('load')
    await notice.getByRole('button', { name: 'Refresh Page' }).click()
    await reloaded
    await expect(notice).toBeVisible()
  })
})

test.describe('with leads', () => {
  test('after the trial, Bot Status is not active and leads to the plans', async ({ page }) => {
    await page.route(
      organizationCall,
      changeAnswer((json) => ({ ...json, trial_ends_at: '2026-01-01T00:00:00.000Z' })),
    )
    await page.goto('/')
    const status = card(page, 'Bot Status')
    await expect(status).toContainText('Not live')
    await takeScreenshots(page, 'dashboard-not-live')
    await expect(status).not.toContainText('Online')
    await status.getByRole('link', { name: 'No active trial or plan' }).click()
    await expect(page).toHaveURL('/billing')

    await page.unroute(organizationCall)
    await page.route(
      organizationCall,
      changeAnswer((json) => ({ ...json, subscription_status: 'past_due' })),
    )
    await page.goto('/')
    await expect(status.getByRole('link', { name: 'Payment failed' })).toBeVisible()
  })

  test('the four cards link to their leads, and today opens the queue of calls', async ({ page }) => {
    await page.goto('/')
    const numbers = [
      ['New Leads Captured', /^\d+$/, 'new'],
      ['Estimates Booked', /^\d+$/, 'converted'],
      ['Lost Leads', /^\d+$/, 'lost'],
    ] as const
    for (const [title, text, status] of numbers) {
      const link = card(page, title).getByRole('link').first()
      await expect(link).toHaveText(text)
      await expect(link).toHaveAttribute('href', `/leads?status=${status}`)
    }
    await expect(card(page, 'New Leads Captured')).toContainText('60 total leads')
    await expect(
      card(page, 'New Leads Captured').getByRole('link', { name: '60 total leads' }),
    ).toHaveAttribute('href', '/leads')
    await expect(card(page, 'Estimates Booked')).toContainText(/\d+\.\d% conversion rate/)
    await expect(card(page, 'Lost Leads')).toContainText('Need follow-up')
    await expect(card(page, 'Bot Status')).toContainText('Active')
    await expect(card(page, 'Bot Status')).toContainText('Online 24/7')

    const lost = card(page, 'Lost Leads').getByRole('link').first()
    const count = await lost.textContent()
    await lost.click()
    await expect(page).toHaveURL('/leads?status=lost')
    await expect(page.getByText(new RegExp(`of ${count} leads?$`))).toBeVisible()

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
    const calls = row(page, 'New since')
    await expect(calls).toContainText(/Call .+, .+, and .+New since .+, oldest .+ ago/)
    await takeScreenshots(page, 'dashboard-today')
    await calls.getByRole('button', { name: 'Start calling' }).click()
    await expect(page).toHaveURL('/leads')
    await expect(page.getByRole('dialog', { name: /^Call now: \d+ waiting$/ })).toBeVisible()
  })

  test('shows the latest leads, upcoming jobs, and the estimate calls of today, with links', async ({
    page,
  }) => {
    await changeListedLeads(page, (leads) => {
      const job = leads.find(({ booking_start_time }) => Date.parse(String(booking_start_time)) > Date.now())
      Object.assign(job ?? {}, {
        prospect_name: 'Ada Park',
        prospect_phone: '614-555-0142',
        property_address: '1 Elm St, Dublin, OH',
        booking_start_time: new Date(Date.now() + 10 * 60_000).toISOString(),
        booking_status: 'scheduled',
        status: 'converted',
      })
      return leads
    })
    await page.goto('/')
    const recent = panel(page, 'Recent Activity')
    await expect(recent.getByRole('listitem')).toHaveCount(5)
    await expect(recent.getByRole('listitem').first()).toContainText(/minutes? ago|Just now/)
    const jobs = panel(page, 'Upcoming Jobs').getByRole('listitem')
    await expect(jobs).toHaveCount(3)
    await takeScreenshots(page, 'dashboard-data')
    const job = jobs.filter({ has: page.locator('a[href^="tel:"]') }).first()
    await expect(job).toContainText(/\w{3}, \w{3} \d+, \d+:\d\d [AP]M/)
    await expect(job).toContainText(/tomorrow|in \d+ (day|hour|minute)/)
    await expect(job.locator('a[href="tel:+16145550142"]')).toHaveText('(614) 555-0142')
    await expect(job.getByRole('link', { name: /Directions to 1 Elm St/ })).toHaveAttribute(
      'href',
      'https://www.google.com/maps/dir/?api=1&destination=1%20Elm%20St%2C%20Dublin%2C%20OH',
    )
    for (const other of await jobs.filter({ hasNotText: '614' }).all()) {
      const who = await other.getByRole('link').first().textContent()
      await expect(other.getByRole('link', { name: `Email ${who}`, exact: true })).toBeVisible()
    }

    const more = today(page).getByRole('button', { name: /^Show all \d+$/ })
    await more.click()
    await expect(more).toBeHidden()
    const visit = row(page, /Ada Park, (today|tomorrow) \d+:\d\d [AP]M/)
    await expect(visit.getByRole('link', { name: 'Call Ada Park' })).toHaveAttribute(
      'href',
      'tel:+16145550142',
    )
    await expect(visit.getByRole('link', { name: 'Directions to Ada Park' })).toHaveAttribute(
      'href',
      /1%20Elm/,
    )

    const name = await recent.getByRole('link').nth(1).textContent()
    await recent.getByRole('link').nth(1).click()
    await expect(page).toHaveURL(/\/leads\/lead_/)
    await expect(page.getByRole('main')).toContainText(name ?? '')
  })

  test('keeps a completed task done after a reload, unless that is undone', async ({ page }) => {
    await page.goto('/')
    await expect(row(page, 'Call back about the gate code')).toContainText(/Overdue since/)
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await row(page, 'Call back').getByRole('checkbox').click()
    await expect(row(page, 'Call back')).toBeHidden()
    const first = (await saved).url()
    await page.reload()
    await expect(row(page, 'Send the quote')).toBeVisible()
    await expect(row(page, 'Call back')).toBeHidden()

    // The page may send the first change again. A change that has not been sent is canceled instead of undone.
    const completed = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.url() !== first,
    )
    await row(page, 'Send the quote').getByRole('checkbox', { name: 'Done: Send the quote' }).click()
    await expect(row(page, 'Send the quote')).toBeHidden()
    await completed
    const reopened = page.waitForResponse(
      (response) => response.request().postDataJSON()?.done === false && response.ok(),
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, 'Send the quote')).toBeVisible()
    await reopened
    await page.reload()
    await expect(row(page, 'Send the quote')).toBeVisible()
  })

  test('says so if there is nothing to do today', async ({ page }) => {
    await changeListedLeads(page, (leads) =>
      leads.map((lead) => ({ ...lead, status: 'lost', booking_start_time: null })),
    )
    await page.route('**/tasks', answerWith(200, []))
    await page.route('**/conversations?*', answerWith(200, { conversations: [] }))
    await page.goto('/')
    await expect(today(page)).toContainText('You are all caught up')
    await takeScreenshots(page, 'dashboard-today-empty')
    await today(page)
      .getByRole('link', { name: /lost leads/ })
      .click()
    await expect(page).toHaveURL('/leads?status=lost')
  })
})

test.describe('failures', () => {
  test.beforeEach(({ expectedErrors }) => {
    expectedErrors.push(/403/)
  })

  test('of the profile are fatal, and Retry recovers', async ({ page }) => {
    await page.route('**/profile', answerWith(403, { message: 'Not now' }))
    await page.goto('/')
    const failure = page.getByRole('alert').filter({ hasText: 'Failed to load organization profile' })
    await expect(failure).toContainText('Not now')
    await takeScreenshots(page, 'dashboard-failed-profile')
    // Not the disabled button that says "Retrying…".
    const retry = failure.getByRole('button', { name: 'Retry', exact: true })
    const refused = page.waitForResponse((response) => response.status() === 403)
    await retry.click()
    await refused
    await expect(retry).toBeEnabled()
    await page.unroute('**/profile')
    await retry.click()
    await expect(card(page, 'New Leads Captured')).toContainText('60 total leads')
  })

  test('of the statistics show zeros, and of the leads no lists, until Retry', async ({ page }) => {
    await page.route('**/leads/stats', answerWith(403, { message: 'Not now' }))
    await page.route(LEAD_LIST, answerWith(403, { message: 'Not now' }))
    await page.goto('/')
    const note = page.getByRole('status').filter({ hasText: "Couldn't load your numbers" })
    await expect(note).toContainText('Not now')
    await takeScreenshots(page, 'dashboard-failed-stats')
    await expect(card(page, 'New Leads Captured')).toContainText('00 total leads')
    await expect(card(page, 'Estimates Booked')).toContainText('00.0% conversion rate')
    await page.unroute('**/leads/stats')
    await note.getByRole('button', { name: 'Retry' }).click()
    await expect(card(page, 'New Leads Captured')).toContainText('60 total leads')
    await expect(note).toBeHidden()

    const recent = panel(page, 'Recent Activity')
    await expect(recent.getByRole('alert')).toContainText('Failed to fetch leads')
    await takeScreenshots(page, 'dashboard-failed-leads')
    await page.unroute(LEAD_LIST)
    await recent.getByRole('button', { name: 'Retry' }).click()
    await expect(recent.getByRole('listitem')).toHaveCount(5)
  })
})

test('the dashboard follows a switch to another organization, and to none', async ({ page }) => {
  await page.goto('/')
  await expect(card(page, 'New Leads Captured')).toContainText('60 total leads')
  await selectOrganization(page, FRESH)
  const dialog = page.getByRole('dialog', { name: 'Business Information' })
  await expect(dialog).toBeVisible()
  await selectOrganization(page, GREEN)
  await expect(dialog).toBeHidden()
  await expect(card(page, 'New Leads Captured')).toContainText('60 total leads')
  await expect(page).toHaveURL('/')

  await selectOrganization(page, FRESH)
  await expect(dialog).toBeVisible()
  await completeOnboarding(page)
  await page.reload()
  await expect(card(page, 'New Leads Captured')).toContainText('–No data yet')
  await expect(card(page, 'Estimates Booked')).toContainText('–No bookings yet')
  await expect(card(page, 'Lost Leads')).toContainText('–No data yet')
  await expect(card(page, 'Bot Status')).toContainText('–Not configured')
  await expect(page.getByText('No recent activity')).toBeVisible()
  await expect(page.getByText('No upcoming jobs')).toBeVisible()
  await takeScreenshots(page, 'dashboard-no-data')

  await selectOrganization(page, null)
  await expect(page.getByText(WELCOME)).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: /organization switcher/i })).toBeVisible()
  await takeScreenshots(page, 'dashboard-no-organization')
})

test("the organization screen shows the organization's profile, or how to get one", async ({ page }) => {
  await page.goto('/organization')
  await expect(page.getByRole('heading', { name: 'Organization', level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Members' })).toBeVisible()
  await selectOrganization(page, null)
  await expect(page.getByText('Select an Organization')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: /organization switcher/i })).toBeVisible()
})
