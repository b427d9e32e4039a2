import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { freePorts } from '../support/program.ts'
import { type Browser, ended, programOf } from './browser.ts'
import { Page } from './page.ts'

const driver = () => programOf('WebKitWebDriver')
const display = () => programOf('Xvfb')
/** Debian's small browser with WebKitGTK. */
const program = () => globSync('/usr/lib*/**/webkit2gtk-4.*/MiniBrowser').at(-1)

/** WebKitGTK by its WebDriver, on a display in memory. */
export const webkit: Browser = {
  name: 'WebKit',
  signsInByForm: false,
  missing: () =>
    driver() && program() && display() ? null : 'WebKit (the packages webkit2gtk-driver and xvfb)',
  async open() {
    const screen = spawn(
      display() ?? '',
      ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    )
    const number = await new Promise<string>((done, failed) => {
      screen.once('error', failed)
      screen.stdio[3]?.once('data', (text: Buffer) => done(text.toString().trim()))
    })
    const [port] = await freePorts(1)
    const child = spawn(driver() ?? '', [`--port=${port}`], {
      env: {
        ...process.env,
        DISPLAY: `:${number}`,
        GDK_BACKEND: 'x11',
        WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      },
      stdio: 'ignore',
    })
    const address = `http://127.0.0.1:${port}`
    while (!(await fetch(`${address}/status`).catch(() => null))) await wait(50)
    const session = await open(address, program() ?? '')
    let current = ''
    let queue: Promise<unknown> = Promise.resolve()
    /** Runs the commands of a window together: WebDriver has one current window. */
    const inWindow = <T>(handle: string, work: () => Promise<T>): Promise<T> => {
      const turn = queue.then(async () => {
        if (current !== handle) await session('POST', '/window', { handle })
        current = handle
        return work()
      })
      queue = turn.catch(() => {})
      return turn
    }
    return {
      async newPage() {
        const { handle } = (await session('POST', '/window/new', { type: 'window' })) as { handle: string }
        await inWindow(handle, () => session('POST', '/window/rect', { width: 1440, height: 900 }))
        return new Page({
          go: async (url) => void (await inWindow(handle, () => session('POST', '/url', { url }))),
          address: () => inWindow(handle, () => session('GET', '/url')) as Promise<string>,
          async evaluate(expression) {
            const script = `return JSON.stringify(${expression}) ?? null`
            const value = await inWindow(handle, () => session('POST', '/execute/sync', { script, args: [] }))
            return typeof value === 'string' ? JSON.parse(value) : undefined
          },
          perform: async (actions) =>
            void (await inWindow(handle, () => session('POST', '/actions', { actions }))),
          close: () =>
            inWindow(handle, async () => {
              const [other] = (await session('DELETE', '/window')) as string[]
              // Without a current window, WebDriver opens no new ones.
              if (other) await session('POST', '/window', { handle: other })
              current = other ?? ''
            }),
        })
      },
      async close() {
        await session('DELETE', '').catch(() => {})
        child.kill()
        screen.kill()
        await Promise.all([ended(child), ended(screen)])
      },
    }
  },
}

/** Opens a session. Returns a function that sends a command below its address and resolves with its value. */
async function open(address: string, binary: string) {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${address}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    })
    const { value } = (await response.json()) as { value: { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`)
    return value
  }
  const options = { binary, args: ['--automation'] }
  const { sessionId } = (await call('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })) as { sessionId: string }
  return (method: string, path: string, body?: object) => call(method, `/session/${sessionId}${path}`, body)
}
