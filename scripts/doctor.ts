import { existsSync } from 'node:fs'
import { readConfig } from '../server/app/config.ts'
import { runCommand } from '../server/base/errors.ts'
import { programOf } from '../tests/browsers/browser.ts'
import { BROWSERS } from '../tests/browsers/browsers.ts'
import { findPostgres } from '../tests/support/postgres.ts'
import { findBrowser, NO_BROWSER } from './lib/browser.ts'
import { loadEnvFiles } from './lib/console-build.ts'
import { rejectInUse } from './lib/in-use.ts'
import { takenPort } from './lib/test-console.ts'
import { explain } from './lib/usage.ts'

explain(`Usage: npm run doctor

Says what this machine lacks for npm start and npm test, and how to get it. Ends with 1 if something required is missing.
`)

interface Finding {
  name: string
  /** What is missing, and how to get it; null if nothing is. */
  problem: string | null
  isRequired: boolean
}

/** The oldest supported major version of Node, as in scripts/bootstrap.mjs. */
const NODE = 24

/** Programs that some tests and guides use, with Debian's packages, and what can't be done without them. */
const PROGRAMS = [
  { name: 'psql', package: 'postgresql-client', without: 'the commands of docs/runbook.md' },
  { name: 'nginx', package: 'nginx', without: 'the tests of its configuration' },
  { name: 'caddy', package: 'caddy', without: "the tests of its configuration and of the image's console" },
  { name: 'openssl', package: 'openssl', without: 'the tests of nginx and Caddy' },
  { name: 'pgbouncer', package: 'pgbouncer', without: 'the tests with a pooler' },
] as const

/** Debian has servers in a folder that is not on everyone's PATH. */
const isInstalled = (program: string) => programOf(program) !== null || existsSync(`/usr/sbin/${program}`)

async function reasonOf(check: () => Promise<unknown>): Promise<string | null> {
  try {
    await check()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Whether npm has the programs that tests install where there are none. */
const isPackaged = process.platform === 'linux' && process.arch === 'x64'

async function findings(): Promise<Finding[]> {
  loadEnvFiles('production')
  const required = (name: string, problem: string | null): Finding => ({ name, problem, isRequired: true })
  const optional = (name: string, problem: string | null): Finding => ({ name, problem, isRequired: false })
  const version = process.versions.node
  const taken = await takenPort()
  const browser = await reasonOf(async () => findBrowser())
  const noBrowser = browser ?? (findBrowser() ? null : NO_BROWSER)
  return [
    required(
      `Node ${version}`,
      Number(version.split('.')[0]) >= NODE ? null : `Install Node ${NODE} or later from https://nodejs.org.`,
    ),
    required('ports and data for npm start', await reasonOf(() => rejectInUse(readConfig(process.env)))),
    required(
      'ports for npm test',
      taken && `Port ${taken} is in use by another program: stop it, or set E2E_PORT.`,
    ),
    isPackaged && browser === null
      ? optional('Chromium', noBrowser && `${noBrowser} Until then, most tests use one from npm.`)
      : required('Chromium', noBrowser),
    optional(
      'PostgreSQL',
      findPostgres() ? null : 'Tests use one from npm. Your own: apt-get install postgresql (Debian).',
    ),
    ...PROGRAMS.map(({ name, package: debian, without }) =>
      optional(name, isInstalled(name) ? null : `Needed for ${without}: apt-get install ${debian} (Debian).`),
    ),
    ...BROWSERS.map((each) => {
      const missing = each.missing()
      return optional(
        each.name,
        missing &&
          `Needed for npm run test:browsers: install ${missing}. CONTRIBUTING.md names Debian's packages.`,
      )
    }),
  ]
}

async function main(): Promise<number> {
  const found = await findings()
  for (const { name, problem, isRequired } of found) {
    const state = problem === null ? 'ok      ' : isRequired ? 'missing ' : 'optional'
    process.stdout.write(`${state}  ${name}${problem === null ? '' : `: ${problem}`}\n`)
  }
  return found.some(({ problem, isRequired }) => isRequired && problem !== null) ? 1 : 0
}

process.exitCode = await runCommand(main, 'The machine cannot be checked')
