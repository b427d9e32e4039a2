import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest'
import { TEST_ORIGINS, testEnv } from '../../scripts/lib/test-console.ts'
import { serveHostPage } from '../support/host-page.ts'
import { type Program, runProgram } from '../support/program.ts'
import { BROWSERS } from './browsers.ts'
import type { Page } from './page.ts'
import { webkit } from './webkit.ts'

const OWNER = { email: 'owner@fieldhand.test', password: 'greener-pastures' }
const GREEN = 'org_greenacres'

const folder = mkdtempSync(join(tmpdir(), 'browsers-'))
let server: Program

async function start(): Promise<void> {
  server = runProgram('dev/main.ts', [], { ...testEnv(), DATABASE_URL: folder } as Record<string, string>)
  await server.saying('Fieldhand is running')
}

async function stop(): Promise<void> {
  server.child.kill('SIGTERM')
  await server.ended
}

beforeAll(start)
afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

async function fillForm(page: Page): Promise<void> {
  await page.go(`${TEST_ORIGINS.console}/sign-up?mode=sign-in`)
  await page.shows('Sign in to Fieldhand')
  await page.fill('input', 'Email address', OWNER.email)
  await page.press('Enter')
  await page.shows('Enter your password')
  await page.fill('input', 'Password', OWNER.password)
  await page.click('button', 'Continue')
  await page.leaves('/sign-up')
}

/** Signs in with the same request as the form. */
async function requestSession(page: Page): Promise<void> {
  await page.go(`${TEST_ORIGINS.console}/icons/favicon.svg`)
  const sendForm = ({ email, password }: typeof OWNER) => {
    const body = new URLSearchParams({ identifier: email, strategy: 'password', password })
    fetch('/__clerk/v1/client/sign_ins', { method: 'POST', body }).then(({ ok }) => {
      document.documentElement.id = ok ? 'signed-in' : 'refused'
    })
  }
  await page.run(sendForm, OWNER)
  await page.until('session', () => document.documentElement.id === 'signed-in')
}

/** The first row of the list of leads: its id, and the lead's name. */
const firstRow = () => {
  const row = document.querySelector<HTMLElement>('tr[data-row-key]')
  const link = row?.querySelector('a[aria-label^="View "]')
  return row && { id: row.dataset.rowKey ?? '', name: link?.ariaLabel?.replace('View ', '') ?? '' }
}

for (const browser of BROWSERS.filter((each) => !each.missing())) {
  describe(`in ${browser.name}`, () => {
    let opened: Awaited<ReturnType<typeof browser.open>>
    let page: Page

    /** False before the first test and after a failed one, because a stalled browser would fail the retry too. */
    let isUsable = false

    beforeEach(async () => {
      if (isUsable) return
      await opened?.close()
      await fetch(`${TEST_ORIGINS.api}/__test/reset`, { method: 'POST' })
      opened = await browser.open()
      page = await opened.newPage()
      await (browser.signsInByForm ? fillForm(page) : requestSession(page))
      await page.go(TEST_ORIGINS.console)
      await page.shows('Agent Performance')
    })
    afterEach(({ task }) => {
      isUsable = task.result?.state !== 'fail'
    })
    afterAll(() => opened?.close())

    test('the list sorts, searches, and opens a lead', async () => {
      await page.go(`${TEST_ORIGINS.console}/leads`)
      await page.shows('1-20 of 60 leads')
      const { id, name } = await page.until('row', firstRow)
      await page.fill('input', 'Search', name)
      await page.until('one row', () => document.querySelectorAll('tr[data-row-key]').length === 1)
      await page.click('tr[data-row-key] a', `View ${name}`)
      await page.until('lead', (wanted) => location.href.includes(wanted), id)
      await page.until(
        'dialog',
        (text) => [...document.querySelectorAll('dialog')].some((dialog) => dialog.innerText.includes(text)),
        name,
      )
    })

    test('settings are saved and shown again', async () => {
      await page.go(`${TEST_ORIGINS.console}/agent`)
      await page.click('button', 'Expand all')
      await page.fill('input', 'Agent Name', `Robin of ${browser.name}`)
      await page.click('button', 'Save Changes')
      await page.shows('Settings saved')
      await page.go(`${TEST_ORIGINS.console}/agent`)
      await page.until(
        'name',
        (wanted) => [...document.querySelectorAll('input')].some(({ value }) => value === wanted),
        `Robin of ${browser.name}`,
      )
    })

    test('a visitor chats, the owner takes over, and each sees the other’s message', async () => {
      const visitor = await opened.newPage()
      await visitor.go(`${TEST_ORIGINS.widget}/chat?org_id=${GREEN}`)
      await visitor.fill('textarea', 'Your message', `I'm Fiona ${browser.name}. Can a person help?`)
      await visitor.press('Enter')
      await page.go(`${TEST_ORIGINS.console}/conversations`)
      await page.click(`a[aria-label^="Fiona ${browser.name}"]`)
      await page.fill('textarea', 'Reply', 'Olivia here')
      await page.press('Enter')
      await page.shows('You are answering')
      await visitor.shows('Olivia here')
      await visitor.fill('textarea', 'Your message', 'Thanks, Olivia')
      await visitor.press('Enter')
      await visitor.shows('Thanks, Olivia')
      await page.shows('Thanks, Olivia')
      await visitor.close()
    })

    test('the widget moves the focus into its chat', async () => {
      const host = await serveHostPage({
        head: `<script>const { attachShadow } = Element.prototype
          Element.prototype.attachShadow = function (options) { return attachShadow.call(this, { ...options, mode: 'open' }) }</script>`,
        body: `<script src="${TEST_ORIGINS.widget}/agent.js" data-organization-id="${GREEN}" async></script>`,
      })
      const visitor = await opened.newPage()
      await visitor.go(host.address)
      await visitor.click('fieldhand-widget')
      await visitor.until(
        'chat with the focus',
        () => document.querySelector('fieldhand-widget')?.shadowRoot?.activeElement?.localName === 'iframe',
      )
      await visitor.close()
      host.close()
    })

    test('without a connection, leads are shown, and in Firefox changed; the change arrives afterwards', async () => {
      await page.go(`${TEST_ORIGINS.console}/leads`)
      const { id } = await page.until('row', firstRow)
      await page.until('service worker', () => {
        const { dataset } = document.documentElement
        navigator.serviceWorker.ready.then(() => {
          dataset.isReady = 'true'
        })
        return dataset.isReady
      })
      await stop()
      try {
        await page.go(`${TEST_ORIGINS.console}/leads`)
        await page.until('row', firstRow)
        if (browser === webkit) return
        await page.click(`tr[data-row-key="${id}"] button`, 'Update ')
        await page.click('[role=menuitemradio]', 'Converted')
        await page.until(
          'status',
          (row) =>
            document.querySelector<HTMLElement>(`tr[data-row-key="${row}"]`)?.innerText.includes('Converted'),
          id,
        )
      } finally {
        await start()
      }
      await page.go(`${TEST_ORIGINS.console}/leads?status=converted`)
      await page.until('row', (row) => document.querySelector(`tr[data-row-key="${row}"]`) !== null, id)
    })
  })
}
