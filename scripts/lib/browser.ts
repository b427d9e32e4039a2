import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { attempt, installOnDebian } from './debian.ts'
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

/**
 * Like `findBrowser`, but installs a browser if there is none, from Playwright or Debian's packages. If that also
 * fails, throws an error that says what to do in one sentence.
 */
export function ensureBrowser(): string {
  const there = findBrowser()
  if (there) return there
  process.stdout.write('No Chromium found: installing one for the tests …\n')
  attempt(process.execPath, [
    commandOf('@playwright/test', 'playwright'),
    'install',
    '--no-shell',
    'chromium',
  ])
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  installOnDebian('chromium')
  const installed = findBrowser()
  if (installed) return installed
  throw new Error(
    'No Chromium could be found or installed: install Chromium or Chrome, or set CHROMIUM_PATH to its program.',
  )
}

const SHELL = 'chromium-headless-shell'

/**
 * Like `ensureBrowser`, but prefers Debian's headless shell, which has no user interface, push messages, or
 * back/forward cache, and takes half the time. Installs it if possible. Doesn't use it if CHROMIUM_PATH is set.
 */
export function ensureLightBrowser(): string {
  const whole = ensureBrowser()
  if (process.env.CHROMIUM_PATH) return whole
  const find = () => onPath([SHELL], process.env).find((path) => existsSync(path)) ?? null
  if (!find()) installOnDebian(SHELL)
  return find() ?? whole
}

/** Returns the browser for tests and budgets: E2E_BROWSER, which `npm test` sets, or else the whole browser. */
export const testBrowser = (): string => process.env.E2E_BROWSER ?? ensureBrowser()
