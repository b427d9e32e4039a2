import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { packagedBrowser } from './packaged.ts'
import { commandOf } from './run.ts'

/** Flags that stop Chromium's background requests and let it run as root in a container. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

const APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].map((folder) =>
    folder ? join(folder, 'Google/Chrome/Application/chrome.exe') : '',
  ),
]

/**
 * Returns the Chromium for tests and measurements without installing anything: CHROMIUM_PATH, Playwright's own, or the
 * system's, in this order. Returns null if there is none. Throws if CHROMIUM_PATH is invalid.
 */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | null {
  const asked = env.CHROMIUM_PATH
  if (asked) {
    if (existsSync(asked)) return asked
    throw new Error(`CHROMIUM_PATH is ${asked}, and there is no such file.`)
  }
  const candidates = [chromium.executablePath(), ...onPath(COMMANDS, env), ...APPLICATIONS]
  return candidates.find((path) => path && existsSync(path)) ?? null
}

const onPath = (commands: readonly string[], { PATH = '' }: NodeJS.ProcessEnv) =>
  PATH.split(delimiter).flatMap((folder) => commands.map((name) => join(folder, name)))

/** The end-to-end tests that need a whole browser: one with push messages and a back/forward cache. */
export const WHOLE_BROWSER_SPECS = ['**/push.spec.ts', '**/back.spec.ts']

/** What to do without a whole browser. */
export const NO_BROWSER =
  'Install Chromium or Chrome (Debian: apt-get install chromium), or set CHROMIUM_PATH.'

/**
 * Like `findBrowser`, but downloads Playwright's browser if there is none. If that also fails, throws an error that says
 * what to do.
 */
export function ensureBrowser(): string {
  const there = findBrowser()
  if (there) return there
  process.stdout.write('No Chromium found: downloading Playwright’s for the tests …\n')
  spawnSync(
    process.execPath,
    [commandOf('@playwright/test', 'playwright'), 'install', '--no-shell', 'chromium'],
    { stdio: 'inherit' },
  )
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  throw new Error(`No Chromium could be found or downloaded. ${NO_BROWSER}`)
}

const SHELL = 'chromium-headless-shell'

/**
 * Returns the Chromium for tests that need no push messages and no back/forward cache: CHROMIUM_PATH, Debian's headless
 * shell, which takes half the time, another browser, or the npm package's.
 */
export function ensureLightBrowser(): string {
  const shell = onPath([SHELL], process.env).find((path) => existsSync(path))
  if (shell && !process.env.CHROMIUM_PATH) return shell
  return findBrowser() ?? packagedBrowser() ?? ensureBrowser()
}

/** Returns the browser for tests and budgets: E2E_BROWSER, which `npm test` sets, or else the light one. */
export const testBrowser = (): string => process.env.E2E_BROWSER ?? ensureLightBrowser()
