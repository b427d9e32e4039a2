import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, ended, programOf } from './browser.ts'
import { Page } from './page.ts'

interface Reply {
  id?: number
  type: string
  message?: string
  result: Record<string, unknown>
}

const program = () => programOf('firefox-esr', 'firefox')

/** Firefox by WebDriver BiDi, which it speaks without another program. */
export const firefox: Browser = {
  name: 'Firefox',
  signsInByForm: true,
  missing: () => (program() ? null : 'Firefox'),
  async open() {
    const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
    const child = spawn(
      program() ?? '',
      ['--headless', '--remote-debugging-port=0', '--no-remote', '--profile', profile, 'about:blank'],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    const address = await new Promise<string>((done, failed) => {
      child.once('error', failed)
      child.once('exit', () => failed(new Error('Firefox ended at its start')))
      child.stderr.on('data', (text: Buffer) => {
        const found = /WebDriver BiDi listening on (ws:\S+)/.exec(text.toString())?.[1]
        if (found) done(found)
      })
    })
    const send = await connect(`${address}/session`)
    await send('session.new', { capabilities: {} })
    return {
      async newPage() {
        const { context } = await send('browsingContext.create', { type: 'window' })
        await send('browsingContext.setViewport', { context, viewport: { width: 1440, height: 900 } })
        return new Page({
          go: async (url) =>
            void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
          async address() {
            const { contexts } = await send('browsingContext.getTree', { root: context })
            return (contexts as { url: string }[])[0]?.url ?? ''
          },
          async evaluate(expression) {
            const { result, exceptionDetails } = await send('script.evaluate', {
              expression: `JSON.stringify(${expression})`,
              target: { context },
              awaitPromise: false,
            })
            if (exceptionDetails) throw new Error((exceptionDetails as { text: string }).text)
            const { value } = result as { value?: string }
            return value === undefined ? undefined : JSON.parse(value)
          },
          perform: async (actions) => void (await send('input.performActions', { context, actions })),
          close: async () => void (await send('browsingContext.close', { context })),
        })
      },
      async close() {
        child.kill()
        await ended(child)
        rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
      },
    }
  },
}

/** Connects to a browser. Returns a function that sends a command and resolves with its result. */
async function connect(url: string) {
  const socket = new WebSocket(url)
  await new Promise((done, failed) => {
    socket.onopen = done
    socket.onerror = failed
  })
  const waiting = new Map<number, (reply: Reply) => void>()
  let last = 0
  socket.onmessage = ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply)
  }
  return async (method: string, params: object): Promise<Record<string, unknown>> => {
    last += 1
    const id = last
    const reply = await new Promise<Reply>((done) => {
      waiting.set(id, done)
      socket.send(JSON.stringify({ id, method, params }))
    })
    waiting.delete(id)
    if (reply.type !== 'success') throw new Error(`${method}: ${reply.message}`)
    return reply.result
  }
}
