import type { Page } from '@playwright/test'
import { loadClerkIn } from '../support/clerk-in-page.ts'
import {
  expect,
  fixSampling,
  SERVICES_HOST,
  SERVICES_ORIGINS,
  SERVICES_USE,
  signInOn,
  signUpOn,
  test,
} from '../support/services.ts'
import { type Mood, PARTIES, type Party, type Sink } from '../support/sink.ts'

test.use(SERVICES_USE)

/** The personal data in the owner's leads, which error reports and recordings must not contain. */
const PERSONAL =
  /.{0,60}(?:Okafor|Marcus|Olivia|Greene|@example|@fieldhand|555[-. ]?01|tel:|mailto:|Irrigation|Tulip).{0,60}/g

const ORIGIN = SERVICES_ORIGINS.console
/** Returns where a text contains it, with its context. */
const leaks = (text: string) => text.match(PERSONAL) ?? []
const texts = (values: readonly unknown[]) => JSON.stringify(values)
const calls = (sink: Sink, party: Party, path: string) =>
  sink
    .of(party)
    .filter((each) => each.path === path)
    .map(({ body }) => JSON.parse(body.toString() || 'null'))

/** Waits until the tag manager and the tour have been called, which happens last, when idle. */
async function settle(sink: Sink): Promise<void> {
  await expect.poll(() => calls(sink, 'tags', '/gtm/seen').length).toBeGreaterThan(0)
  await expect.poll(() => calls(sink, 'tour', '/tour/group').length).toBeGreaterThan(0)
}

interface Event {
  user?: object
  request?: { url?: string; headers?: object }
  exception: { values: { type: string; value: string }[] }
  breadcrumbs?: object[]
}
const events = (sink: Sink) => sink.items('event') as Event[]

async function throwLater(page: Page, message: string): Promise<void> {
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new TypeError(text)
    })
  }, message)
}

test.describe('each service', () => {
  test.use({ expectedErrors: [/No such lead|before anything|the pinged page/] })

  test('receives its data after the page has loaded, and nothing about others', async ({
    page,
    sink,
    context,
  }) => {
    await fixSampling(page, { low: true })
    await signInOn(context, ORIGIN)
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        setTimeout(() => {
          throw new Error('It broke before anything was loaded')
        })
      })
    })
    await page.goto('/leads?search=Marcus')
    await expect(page.getByText('Marcus Okafor').first()).toBeVisible()
    await settle(sink)
    await throwLater(page, 'No such lead: marcus.okafor@example.com, +1 614-555-0134')

    await test.step('error reporting: errors, also early ones, and the user by id only', async () => {
      await expect.poll(() => events(sink).length).toBe(2)
      const [early, late] = events(sink)
      expect(early?.exception.values[0]?.value).toBe('It broke before anything was loaded')
      expect(late?.exception.values[0]?.value).toBe('No such lead: [e-mail], [number]')
      expect(late?.user).toEqual({ id: expect.stringMatching(/^user_/) })
      expect(late?.request?.url).toBe(`${ORIGIN}/leads`)
      expect(Object.keys(late?.request?.headers ?? {})).toEqual(['User-Agent'])
      expect(sink.of('errors').every(({ headers }) => headers.cookie === undefined)).toBe(true)
    })

    await test.step("traces: this page load, without the page's text", async () => {
      await expect.poll(() => sink.items('span').length, { timeout: 40_000 }).toBeGreaterThan(0)
      expect(texts(sink.items('span'))).toContain('pageload')
    })
    expect(sink.of('errors').flatMap(({ body }) => leaks(body.toString()))).toEqual([])

    await test.step('product tour: the user and the organization', async () => {
      expect(calls(sink, 'tour', '/tour/init')).toEqual([['tour-token']])
      expect(calls(sink, 'tour', '/tour/identify')).toEqual([
        [expect.stringMatching(/^user_/), { name: 'Olivia Greene', email: 'owner@fieldhand.test' }],
      ])
      expect(calls(sink, 'tour', '/tour/group')).toEqual([
        ['org_greenacres', { name: 'Green Acres Lawn & Landscape' }],
      ])
      expect(calls(sink, 'tour', '/tour/disableEvalJs')).toHaveLength(1)
    })

    await test.step('tag manager: its container, once', () => {
      expect(sink.of('tags').filter(({ path }) => path === '/gtm.js')).toHaveLength(1)
      expect(sink.of('tags')[0]?.query.get('id')).toBe('GTM-LAWN1')
      expect(calls(sink, 'tags', '/gtm/seen')).toEqual([
        expect.arrayContaining([{ event: 'gtm.js', 'gtm.start': expect.any(Number) }]),
      ])
    })

    await test.step('none before the page has loaded, and the API receives no trace header', async () => {
      const early = await page.evaluate((origin) => {
        const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
        return performance
          .getEntriesByType('resource')
          .filter(({ name, startTime }) => name.startsWith(origin) && startTime < (load?.loadEventStart ?? 0))
          .map(({ name }) => name)
      }, sink.origin)
      expect(early).toEqual([])
    })

    await test.step('health checks are dropped', async () => {
      await page.evaluate(() => history.replaceState(history.state, '', '/leads/ping'))
      await throwLater(page, 'Something on the pinged page')
      await page.evaluate(() => history.replaceState(history.state, '', '/leads'))
      await throwLater(page, 'No such lead at all')
      await expect.poll(() => texts(events(sink))).toContain('No such lead at all')
      expect(texts(events(sink))).not.toContain('pinged')
    })

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/sign-up/)
    await expect.poll(() => calls(sink, 'tour', '/tour/reset').length).toBe(1)
  })

  test('traces only the sampled share', async ({ page, sink, context }) => {
    await fixSampling(page, { low: false })
    await signInOn(context, ORIGIN)
    await page.goto('/leads')
    await settle(sink)
    await throwLater(page, 'No such lead')
    await expect.poll(() => events(sink).length).toBe(1)
    await page.getByRole('link', { name: 'Integrations', exact: true }).click()
    await expect(page.getByText('25 integrations found')).toBeVisible()
    expect(sink.items('span')).toEqual([])
  })
})

test.describe('a session', () => {
  // Only the console's own host names may call the API.
  test.use({ expectedErrors: [/CORS policy|Failed to load resource/] })

  const decided = (page: Page) =>
    page.waitForEvent('console', (message) => /This session is not recorded/.test(message.text()))

  test("of a customer is recorded, without the page's text", async ({ page, sink }) => {
    const email = await signUpOn(page)
    sink.clear()
    await page.goto('/leads?search=Marcus')
    await page.getByRole('link', { name: 'View Marcus Okafor' }).click()
    await expect(page.getByRole('link', { name: /Call/ }).first()).toBeVisible()
    await expect.poll(() => sink.items('replay_recording').length, { timeout: 40_000 }).toBeGreaterThan(0)
    expect(sink.of('geo')).toHaveLength(1)
    expect(sink.of('geo')[0]?.headers.cookie).toBeUndefined()
    expect(sink.of('geo')[0]?.headers.referer).toBeUndefined()
    const recording = texts([...sink.items('replay_recording'), ...sink.items('replay_event')])
    expect(recording.includes('tagName')).toBe(true)
    expect(leaks(recording)).toEqual([])
    for (const word of [email, 'Dashboard', 'search=']) expect(recording.includes(word), word).toBe(false)
    const [event] = sink.items('replay_event') as { user?: object }[]
    expect(event?.user).toEqual({ id: expect.stringMatching(/^user_/) })
  })

  test('is not recorded on the sites excluded by section 9', async ({ page, sink, context }) => {
    test.slow()
    const local = ORIGIN.replace(SERVICES_HOST, 'localhost')
    const visit = async (origin: string) => {
      const told = decided(page)
      await page.goto(`${origin}/organization`)
      return (await told).text()
    }

    await test.step('localhost skips the country look-up', async () => {
      await signInOn(context, local)
      expect(await visit(local)).toContain('(host)')
      expect(sink.of('geo')).toEqual([])
    })

    await test.step('internal test accounts skip it too', async () => {
      // An open console would react to the new session and might navigate while the next one opens.
      await page.goto('about:blank')
      await signInOn(context, ORIGIN)
      expect(await visit(ORIGIN)).toContain('(account)')
      expect(sink.of('geo')).toEqual([])
    })

    await context.clearCookies()
    await signUpOn(page)
    const places: [place: object | Mood, reason: string][] = [
      [{ country_name: 'Mexico', region: 'Jalisco' }, '(country)'],
      ['rubbish', '(unknown place)'],
    ]
    sink.clear()
    for (const [place, reason] of places) {
      if (typeof place === 'string') sink.mood.geo = place
      else sink.place = place
      expect(await visit(ORIGIN)).toContain(reason)
    }
    expect(sink.of('geo').length).toBeGreaterThanOrEqual(places.length)
    expect(sink.items('replay_recording')).toEqual([])
    expect(sink.items('replay_event')).toEqual([])
  })
})

/** Changes the status of a lead in the list. */
async function changeStatus(page: Page): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: 'Okafor' }).first()
  await row.getByRole('button', { name: /^Update / }).click()
  const next = (await row.innerText()).includes('Converted') ? 'New' : 'Converted'
  await page.getByRole('menuitemradio', { name: next }).filter({ visible: true }).click()
  await expect(row).toContainText(next)
}

test.describe('services that fail', () => {
  test.use({
    // The last one comes from a service's own script, whose request the next page ends.
    expectedErrors: [
      /Failed to load resource|MIME type|CORS policy|Unexpected token|No such lead|Failed to fetch \(127\.0\.0\.1:\d+\)/,
    ],
  })

  test('leave a working console without false statements', async ({ page, sink, context }) => {
    test.slow()
    await signInOn(context, ORIGIN)
    const chat = `${SERVICES_ORIGINS.api}/support-chat/**`
    const parties = Object.keys(PARTIES) as Party[]
    for (const mood of ['down', 'slow', 'rubbish'] as const) {
      await test.step(mood, async () => {
        sink.clear()
        for (const party of parties) sink.mood[party] = mood
        await page.route(chat, (route) => (mood === 'slow' ? undefined : route.abort('connectionrefused')))
        await page.goto('/leads')
        await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
        await loadClerkIn(page)
        await throwLater(page, 'No such lead')
        for (const party of parties) {
          if (party !== 'geo') await expect.poll(() => sink.of(party).length).toBeGreaterThan(0)
        }
        const text = await page.locator('body').innerText()
        expect(text).not.toMatch(/error|failed|unavailable|could not|try again/i)

        await changeStatus(page)
        await page.locator('[data-chat]').click()
        const label = mood === 'slow' ? /Opening chat…/ : /Chat unavailable/
        await expect(page.locator('[data-chat]')).toHaveText(label)
        await page.unroute(chat)
        await page.getByRole('link', { name: 'Integrations', exact: true }).click()
        await expect(page.getByText('25 integrations found')).toBeVisible()
      })
    }
  })
})
