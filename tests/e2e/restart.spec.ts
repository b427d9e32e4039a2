import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testEnv } from '../../scripts/lib/test-console.ts'
import { expect, OWNER, TEST_ORIGINS, test } from '../support/e2e.ts'
import { freePorts, type Program, runProgram } from '../support/program.ts'
import { fillSignInForm } from '../support/sign-in.ts'

/** A separate server on a folder, with the console that was built for the shared one. */
async function ownServer() {
  const folder = mkdtempSync(join(tmpdir(), 'restart-'))
  const ports = await freePorts(3)
  const [console, api, widget] = ports.map((port) => `http://localhost:${port}`)
  const [CONSOLE_PORT, API_PORT, WIDGET_PORT] = ports.map(String)
  const urls = { PUBLIC_API_URL: api, PUBLIC_WIDGET_URL: widget }
  const own = { ...urls, CONSOLE_PORT, API_PORT, WIDGET_PORT, MAILBOX_SMTP_PORT: '' }
  const env = { ...testEnv(), ...own, DATABASE_URL: folder } as Record<string, string>
  let server: Program | null = null
  const kill = async () => {
    server?.child.kill('SIGKILL')
    await server?.ended
  }
  return {
    console,
    api,
    kill,
    async start() {
      server = runProgram('dev/main.ts', [], env)
      await server.saying('Fieldhand is running')
    },
    async remove() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

// An open page keeps sending requests while the server is down, also for chunks that it has not loaded.
test.use({ expectedErrors: [/Failed to load resource|dynamically imported module/] })

test('a killed server signs no one out and loses no acknowledged message', async ({
  page,
  context,
  request,
}) => {
  test.slow()
  const server = await ownServer()
  try {
    await server.start()
    // The console was built for the shared server, so its calls are redirected to this one.
    await context.route(`${TEST_ORIGINS.api}/**`, (route) =>
      route.continue({ url: route.request().url().replace(TEST_ORIGINS.api, String(server.api)) }),
    )
    await page.goto(`${server.console}/sign-up?mode=sign-in`)
    await fillSignInForm(page, OWNER)
    await page.goto(`${server.console}/leads`)
    await expect(page.getByText('1-20 of 60 leads')).toBeVisible()

    const chats = `${server.api}/api/v1/widget`
    const opened = await request.post(`${chats}/org_greenacres/conversations`, { data: {} })
    const chat = (await opened.json()) as { conversation_id: string; visitor_token: string }
    const ownChat = `${chats}/conversations/${chat.conversation_id}`
    const headers = { authorization: `Bearer ${chat.visitor_token}` }

    const content = 'Call me at 937-555-0180'
    const data = { client_id: 'message-1', content }
    const sent = await request.post(`${ownChat}/messages`, { headers, data })
    expect(sent.ok(), await sent.text()).toBe(true)

    await server.kill()
    // No other request is needed: the live stream ends.
    const outage = page.getByText(/^Can't reach Fieldhand\. Showing/)
    await expect(outage).toBeVisible()
    await server.start()
    await expect(outage).toBeHidden()

    await page.goto(`${server.console}/leads`)
    await expect(page.getByText('1-20 of 61 leads')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: /937\D*555\D*0180/ })).toHaveCount(1)
    const kept = await request.get(ownChat, { headers, maxRetries: 2 })
    expect(await kept.text()).toContain(content)
  } finally {
    await server.remove()
  }
})
