import type { APIRequestContext, Page } from '@playwright/test'
import { accessibilityProblems, sideways } from '../support/accessibility.ts'
import { searchAndPick } from '../support/choices.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { answerNotifications, buildNotification, LOG, setChannels } from '../support/notifications-page.ts'
import { answerWith, changeAnswer, FRESH, GREEN, selectOrganization } from '../support/organizations.ts'
import { readStored } from '../support/settings.ts'

const panel = (page: Page) => page.locator('#notifications')
const people = (page: Page) => panel(page).locator('.people > li')

interface Stored {
  settings: { people: { name: string; choices: Record<string, string[]> }[]; summary_time: string }
}

/** What the mailbox of this machine received for an address, as text. */
const received = async (request: APIRequestContext, to: string) =>
  (await request.get(`${TEST_ORIGINS.api}/__local/mailbox.json?to=${encodeURIComponent(to)}`)).text()

async function openPanel(page: Page): Promise<void> {
  await page.goto('/agent#notifications')
  await expect(panel(page).getByText('Who gets notified')).toBeVisible()
}

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('a person is added, receives what is chosen, moves, and can be removed and restored', async ({
  page,
}) => {
  await setChannels(page, { sms: false })
  await openPanel(page)
  await panel(page).getByRole('button', { name: 'Add person' }).click()
  await panel(page).getByRole('button', { name: 'Add', exact: true }).click()
  await expect(panel(page).getByText('Enter a name.')).toBeVisible()
  const form = panel(page).locator('form')
  await form.getByLabel('Name').fill('Ada Lovelace')
  await form.getByLabel('Email').fill('ada@example')
  await form.getByLabel('Mobile phone').fill('(614) 555-0142')
  await panel(page).getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(/Enter an email address such as/)
  await form.getByLabel('Email').fill('ada@example.com')
  await panel(page).getByRole('button', { name: 'Add', exact: true }).click()

  const ada = people(page).nth(1)
  await expect(ada.getByText('ada@example.com · Email: Needs a person, New lead, Estimates')).toBeVisible()
  await ada.getByRole('checkbox', { name: 'Estimates by email' }).uncheck()
  // Texts are not set up: the choice says why instead of promising.
  await expect(ada.getByRole('checkbox', { name: 'New lead by text' })).toBeDisabled()
  await expect(ada.getByRole('checkbox', { name: 'New lead by text' })).toHaveAccessibleDescription(
    /not set up/,
  )
  await panel(page).getByRole('button', { name: 'Move Ada Lovelace up' }).click()
  await expect(people(page).first()).toContainText('Ada Lovelace')
  await expect(panel(page).getByText('Saved', { exact: true })).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])

  await page.reload()
  await expect(people(page).first()).toContainText('Email: Needs a person, New leadName')
  await panel(page).getByRole('button', { name: 'Remove Ada Lovelace' }).click()
  await expect(people(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(people(page)).toHaveCount(2)
  await expect(panel(page).getByText('Saved', { exact: true })).toBeVisible()
  const { settings } = await readStored<Stored>(page, GREEN, 'notifications/settings')
  expect(settings.people.map(({ name }) => name)).toEqual(['Ada Lovelace', ''])
  expect(settings.people[0]?.choices).toMatchObject({ new_lead: ['email'], booking: [], daily_summary: [] })
})

test('a person who is not a member confirms the address with the code that was sent there', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/409 \(Conflict\)/)
  // Each address gets a few codes a day.
  const email = `ada.${Date.now()}@example.test`
  await openPanel(page)
  await panel(page).getByRole('button', { name: 'Add person' }).click()
  const form = panel(page).locator('.people-form')
  await form.getByLabel('Name').fill('Ada Lovelace')
  await form.getByLabel('Email').fill(email)
  await panel(page).getByRole('button', { name: 'Add', exact: true }).click()
  const ada = people(page).nth(1)
  await expect(ada.locator('summary').getByText('Not confirmed')).toBeVisible()
  await expect(panel(page).getByText('1 address or number is not confirmed.')).toBeVisible()
  await expect(ada.getByText(/The code was sent on /)).toBeVisible()
  await expect(ada.getByRole('button', { name: 'Send a test email to Ada Lovelace' })).toBeDisabled()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await sideways(page)).toBe(0)

  const code = ada.getByLabel(`Code from ${email}`)
  await code.fill('12')
  await code.press('Enter')
  await expect(code).toBeFocused()
  await expect(code).toHaveAccessibleDescription('Enter the 8 digits of the code.')
  const sent = /\d{4} \d{4}/.exec(await received(request, email))?.[0] ?? ''
  await code.fill(sent.startsWith('1') ? '2222 2222' : '1111 1111')
  await code.press('Enter')
  await expect(code).toHaveAccessibleDescription(/This is not the code that was sent last\. 4 attempts left/)
  await expect(code).toBeFocused()
  await code.fill(sent)
  await ada.getByRole('button', { name: `Confirm ${email}` }).click()
  await expect(page.getByText(`${email} is confirmed`)).toBeVisible()
  await expect(ada.getByText('Not confirmed')).toHaveCount(0)
  await expect(ada.locator('summary')).toBeFocused()
  await expect(ada.getByRole('button', { name: 'Send a test email to Ada Lovelace' })).toBeEnabled()
})

test('a person saved before the update keeps the alerts for a while, and can be sent another code', async ({
  page,
}) => {
  const until = new Date(Date.now() + 10 * 86_400_000).toISOString()
  const saved = {
    ...{ channel: 'email', address: 'owner@fieldhand.test', alerts_until: until, problem: null },
    ...{ code_status: 'failed', code_reason: 'There is no mailbox', code_due_at: null, code_sent_at: null },
  }
  await page.route('**/notifications/settings', (route) =>
    route.request().method() === 'GET'
      ? changeAnswer((setup) => ({ ...setup, unconfirmed: [saved] }))(route)
      : route.fallback(),
  )
  const asked: unknown[] = []
  await page.route('**/recipients/code', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    asked.push(route.request().postDataJSON())
    return route.fulfill({ status: 204, headers: { 'Access-Control-Allow-Origin': '*' } })
  })
  await openPanel(page)
  const [card] = [people(page).first()]
  await expect(card.getByText(/Notifications are still sent there until /)).toBeVisible()
  await expect(card.getByText('The code was not sent: There is no mailbox.')).toBeVisible()
  await expect(card.getByRole('button', { name: /^Send a test email/ })).toBeEnabled()
  await card.getByRole('button', { name: 'Send code again to owner@fieldhand.test' }).click()
  await expect.poll(() => asked).toEqual([{ address: 'owner@fieldhand.test' }])
})

test('quiet hours that would end when they begin are refused with the reason', async ({ page }) => {
  await openPanel(page)
  await panel(page)
    .getByRole('switch', { name: /^Quiet hours/ })
    .click()
  const begin = panel(page).getByLabel('Quiet hours begin')
  await begin.fill('07:00')
  await begin.press('Enter')
  await expect(
    panel(page).getByText('Quiet hours begin and end at different times. The field keeps 21:00.'),
  ).toBeVisible()
  await expect(begin).toHaveValue('21:00')
  await begin.fill('8pm')
  await begin.press('Enter')
  await expect(begin).toHaveValue('20:00')
  await expect(panel(page).getByText('Saved', { exact: true })).toBeVisible()
})

test('a member of the organization is picked instead of typed, once', async ({ page }) => {
  const colleague = {
    identifier: 'lee@fieldhand.test',
    first_name: 'Lee',
    last_name: 'Field',
    user_id: 'user_lee',
  }
  await page.route(
    /\/v1\/organizations\/[^/]+\/memberships/,
    changeAnswer((answer) => {
      const [own] = (answer.response as { data: { public_user_data: object }[] }).data
      const data = [
        own,
        { ...own, id: 'mem_lee', public_user_data: { ...own?.public_user_data, ...colleague } },
      ]
      return { ...answer, response: { data, total_count: data.length } }
    }),
  )
  await openPanel(page)
  await panel(page).getByRole('button', { name: 'Add person' }).click()
  const who = panel(page).getByLabel('Who', { exact: true })
  // The owner is the escalation contact already.
  await expect(who.getByRole('option')).toHaveText(['Someone else', 'Lee Field (lee@fieldhand.test)'])
  await searchAndPick(who, 'lee')
  const form = panel(page).locator('form')
  await expect(form.getByLabel('Name')).toHaveValue('Lee Field')
  await expect(form.getByLabel('Email')).toHaveValue('lee@fieldhand.test')
  expect(await accessibilityProblems(page)).toEqual([])
  await panel(page).getByRole('button', { name: 'Add', exact: true }).click()
  await expect(people(page).nth(1)).toContainText('Lee Field')
  await panel(page).getByRole('button', { name: 'Add person' }).click()
  await expect(form.getByLabel('Name')).toBeFocused()
  await expect(who).toHaveCount(0)
})

test.describe('a change that cannot be saved', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('is kept on this device over a reload, and saved by itself later', async ({ page }) => {
    await openPanel(page)
    await page.route('**/notifications/settings', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.fallback(),
    )
    const time = panel(page).getByLabel('Time of the daily summary')
    await time.fill('07:15')
    await time.press('Enter')
    await expect(panel(page).getByText(/Not saved\. .*kept on this device/)).toBeVisible()
    await page.reload()
    await expect(time).toHaveValue('07:15')
    await expect(panel(page).getByText(/Not saved/)).toBeVisible()
    await page.unroute('**/notifications/settings')
    await panel(page).getByRole('button', { name: 'Retry' }).click()
    await expect(panel(page).getByText('Saved', { exact: true })).toBeVisible()
    const { settings } = await readStored<Stored>(page, GREEN, 'notifications/settings')
    expect(settings.summary_time).toBe('07:15')
  })
})

test.describe('with an API without notifications', () => {
  test.use({ expectedErrors: [/404/] })

  test('the settings and a lead show none of it', async ({ page }) => {
    await page.route(/\/notifications(\/|\?|$)/, (route) =>
      route.request().url().includes('/api/') && route.request().method() === 'GET'
        ? answerWith(404, { detail: 'Not Found' })(route)
        : route.fallback(),
    )
    const asked = page.waitForResponse('**/notifications/settings')
    await page.goto('/agent#notifications')
    await asked
    await expect(page.getByLabel('Escalation Email')).toBeVisible()
    await expect(panel(page)).toBeEmpty()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('test notification')
    await expect(page.getByRole('option', { name: /Send a test notification/ })).toHaveCount(0)
  })
})

test('a test says what becomes of it, and shows the message without running it', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Blocked script execution in 'about:srcdoc'/)
  await setChannels(page, { isConfirmed: true })
  const sent = buildNotification({ id: 'notification_test', kind: 'test', status: 'queued' })
  let looks = 0
  await answerNotifications(page, '**/notifications/test', { POST: () => sent })
  await answerNotifications(page, LOG, {
    GET: () => {
      looks += 1
      const done = { ...sent, status: 'failed', reason: 'The mailbox is full' }
      return { notifications: [looks > 1 ? done : sent], next_cursor: null }
    },
  })
  await answerNotifications(page, '**/notification_test/message', {
    GET: () => ({
      subject: 'Test from Green Acres',
      text: 'It works.',
      html: '<p>It works.</p><script>parent.document.title = "run"</script>',
    }),
  })
  await page.goto('/agent#notifications')
  await panel(page).getByLabel('Name').fill('Olivia')
  await panel(page).getByLabel('Mobile phone').fill('(614) 555-0142')
  await panel(page).getByLabel('Mobile phone').press('Enter')
  await panel(page).getByLabel('Olivia agreed to get texts from Fieldhand.').check()
  await panel(page).getByRole('button', { name: 'Send a test text to Olivia' }).click()
  await expect(panel(page).getByText('Queued')).toBeVisible()
  await expect(panel(page).getByText('Failed: The mailbox is full')).toBeVisible()
  await panel(page).getByRole('button', { name: 'Show message' }).click()
  const message = page.getByRole('dialog', { name: 'Test' })
  await expect(message.getByRole('heading', { name: 'Test from Green Acres' })).toBeVisible()
  await expect(message.frameLocator('iframe').getByText('It works.')).toBeVisible()
  await expect(page).toHaveTitle(/Settings|Agent/)
})

test('the log filters, pages, and retries; a row leads to its lead', async ({ page }) => {
  const failed = buildNotification({
    id: 'n_failed',
    status: 'failed',
    reason: 'The server refused the address',
    lead_id: 'lead_x',
    lead_name: 'Ada Lovelace',
  })
  const opened = buildNotification({ id: 'n_opened', kind: 'needs_person', status: 'opened' })
  const older = buildNotification({ id: 'n_older', kind: 'daily_summary', status: 'delivered' })
  let isRetried = false
  await answerNotifications(page, '**/n_failed/retry', {
    POST: () => {
      isRetried = true
      return { ...failed, status: 'queued', reason: null }
    },
  })
  await answerNotifications(page, LOG, {
    GET: (route) => {
      const query = new URL(route.request().url()).searchParams
      const now = isRetried ? { ...failed, status: 'sent', reason: null } : failed
      if (query.has('cursor')) return { notifications: [older], next_cursor: null }
      if (query.get('status') === 'failed') return { notifications: [now], next_cursor: null }
      return { notifications: [opened, now], next_cursor: 'n_failed' }
    },
  })
  await openPanel(page)
  await panel(page).getByRole('button', { name: 'Sent notifications' }).click()
  const log = page.getByRole('dialog', { name: 'Sent notifications' })
  await expect(log.getByText('Opened')).toBeVisible()
  await log.getByRole('button', { name: 'Show older' }).click()
  await expect(log.getByText('Delivered')).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])
  await log.getByRole('button', { name: 'Failed', exact: true }).click()
  await expect(log.getByRole('listitem')).toHaveCount(1)
  await expect(log.getByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute('href', '/leads/lead_x')
  await log.getByRole('button', { name: /^Retry/ }).click()
  await expect(log.getByText('Sent', { exact: true })).toBeVisible()
})

test('the log is limited to days, says if it then has nothing, and if the API cannot do that', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/422/)
  const today = buildNotification({ id: 'n_today', created_at: new Date().toISOString(), sent_at: null })
  const old = { created_at: '2026-01-05T12:00:00.000Z', sent_at: '2026-01-05T12:00:00.000Z' }
  const past = buildNotification({ id: 'n_past', kind: 'daily_summary', ...old })
  let isSupported = true
  await page.route(LOG, async (route) => {
    const query = new URL(route.request().url()).searchParams
    if (query.has('from') && !isSupported) return answerWith(422, { detail: 'No' })(route)
    const isNone = query.get('status') === 'failed'
    const notifications = isNone ? [] : query.has('from') ? [today] : [today, past]
    return answerWith(200, { notifications, next_cursor: null })(route)
  })
  await openPanel(page)
  await panel(page).getByRole('button', { name: 'Sent notifications' }).click()
  const log = page.getByRole('dialog', { name: 'Sent notifications' })
  const rows = log.getByRole('list', { name: 'What was sent' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  const days = log.getByRole('button', { name: /^Days: / })
  const choose = async (preset: string) => {
    await days.press('Enter')
    await page.getByRole('dialog', { name: 'Days', exact: true }).getByText(preset, { exact: true }).click()
  }
  await choose('Last 7 days')
  await expect(days).toHaveAccessibleName('Days: Last 7 days')
  await expect(rows).toHaveCount(1)
  expect(await accessibilityProblems(page)).toEqual([])

  await log.getByRole('button', { name: 'Failed', exact: true }).click()
  await expect(log.getByText('Nothing failed in the chosen days: Last 7 days.')).toBeVisible()
  await log.getByRole('button', { name: 'Clear filters' }).click()
  await expect(days).toHaveAccessibleName('Days: All time')
  await expect(days).toBeFocused()
  await expect(log.getByRole('button', { name: 'All', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(rows).toHaveCount(2)

  isSupported = false
  await choose('Last 90 days')
  const refused = 'The API cannot show these days alone: Last 90 days. All days are shown instead.'
  await expect(log.getByRole('status').filter({ hasText: refused })).toBeVisible()
  await expect(days).toHaveAccessibleName('Days: All time')
  await expect(rows).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(log).toBeHidden()
})

test('a lead shows what was sent about it, and the link of an alert reports it and offers the call', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Not allowed to launch 'tel:/)
  await page.goto('/leads')
  const id = await page.locator('[data-row-key]').first().getAttribute('data-row-key')
  await answerNotifications(page, LOG, {
    GET: () => ({
      notifications: [
        buildNotification({ id: 'n_1', lead_id: id, status: 'failed', reason: 'The mailbox is full' }),
      ],
      next_cursor: null,
    }),
  })
  const reports: string[] = []
  await page.route('**/opened', (route) => {
    if (route.request().method() === 'POST') reports.push(new URL(route.request().url()).pathname)
    return answerWith(200, {})(route)
  })
  await page.goto(`/leads/${id}?status=new&notification=n_1&call=1`)
  await expect(page.getByText('Failed: The mailbox is full')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call', exact: true })).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`/leads/${id}\\?status=new$`))
  await expect.poll(() => reports).toEqual([`/api/v1/organizations/${GREEN}/notifications/n_1/opened`])
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
})

test('a link opens in the organization of its notification, if the user is a member of it', async ({
  page,
  expectedErrors,
}) => {
  // The notification itself is made up.
  expectedErrors.push(/n_1\/opened/)
  const lead = page.getByRole('link', { name: 'Call', exact: true })
  await page.goto('/leads')
  const id = await page.locator('[data-row-key]').first().getAttribute('data-row-key')
  await selectOrganization(page, FRESH)
  await expect(page.getByRole('heading', { name: 'No Leads Yet' })).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`/leads/${id}?notification=n_1&organization=${GREEN}`)
  await expect(lead).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/leads/${id}$`))
  expect(asked.filter((path) => path.startsWith(`/api/v1/organizations/${FRESH}`))).toEqual([])
  expect(asked).toContain(`/api/v1/organizations/${GREEN}/notifications/n_1/opened`)
  await page.goto(`/leads/${id}?organization=org_elsewhere`)
  await expect(lead).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/leads/${id}$`))
})
