import { globSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, sep } from 'node:path'
import { BROWSERS } from '../tests/browsers/browsers.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { CHECK_NAMES, runChecks } from './check.ts'
import { ensureLightBrowser, findBrowser, NO_BROWSER, WHOLE_BROWSER_SPECS } from './lib/browser.ts'
import { ROOT } from './lib/files.ts'
import { readTally, slowest, sum, type Tally } from './lib/results.ts'
import { commandOf, runNode } from './lib/run.ts'
import { buildForTests, TEST_CONSOLE, takenPort } from './lib/test-console.ts'
import { explain } from './lib/usage.ts'

const REPORTS = join(ROOT, '.cache', 'reports')
const reportOf = (part: string) => join(REPORTS, `${part}.json`)
const tallyFileOf = (part: string) => join(REPORTS, `${part}.tally.json`)
/** The number of slowest tests that each part lists, and the minimum duration. */
const SLOWEST = 5
const SLOW_MS = 2_000

/** The parts of the tests. Each one returns its own counts. A part that can't start counts as one failure. */
const PARTS: Record<string, (args: string[]) => Promise<Tally>> = {
  check: (args) => check(args),
  unit: (args) => vitest('unit', ['rules', 'unit'], args),
  server: (args) => vitest('server', ['server'], args),
  postgres: (args) => onPostgres(args),
  build: async () => one((await buildForTests()) === 0),
  tools: async (args) =>
    (await buildForTests()) === 0
      ? inLightBrowser((env) => vitest('tools', ['tools'], args, env))
      : one(false),
  browsers: async (args) => ((await buildForTests()) === 0 ? otherBrowsers(args) : one(false)),
  budget: async () =>
    (await buildForTests()) === 0
      ? inLightBrowser(async (env) =>
          one((await runNode(['scripts/budget.ts', TEST_CONSOLE], { env })).code === 0),
        )
      : one(false),
  e2e: (args) => playwright(args),
}

const FIRST = ['check', 'unit', 'postgres', 'server']

/**
 * Two sequences that run in parallel, because each leaves a core idle now and then. The parts of the second one can't
 * overlap, because they use the same ports.
 */
const SEQUENCES = [FIRST, Object.keys(PARTS).filter((name) => !FIRST.includes(name))]

explain(`Usage: npm test [-- PART [ARGUMENTS]]

Runs every part, or one, which passes the arguments to its tool (CONTRIBUTING.md).
Parts: ${Object.keys(PARTS).join(', ')}
Checks, for npm run check -- NAME: ${CHECK_NAMES.join(', ')}
`)

/** What each part does with its arguments, for its help. */
const EXPLANATIONS: Record<string, string> = {
  check: `[NAME…]\n\nRuns the static checks, or those named: ${CHECK_NAMES.join(', ')}.`,
  unit: '[FILE…] [-t NAME]\n\nRuns the unit tests, or those of files or names, with Vitest.',
  server: '[FILE…] [-t NAME]\n\nRuns the server tests, or those of files or names, with Vitest.',
  e2e: `[FILE…] [-g NAME]

Runs the end-to-end tests, or those of files or names, with Playwright. The console is built only if its sources or
variables have changed. E2E_PORT is the first of the 20 ports, by default 4100.`,
  browsers: '[FILE…] [-t NAME]\n\nRuns the core of the console in the other installed browsers.',
  budget: '\n\nLoads each page in Chromium and checks its transfer size.',
}

const [namedPart = '', ...ofPart] = process.argv.slice(2)
if (EXPLANATIONS[namedPart]) {
  const script = /^(check|budget)$/.test(namedPart) ? namedPart : `test:${namedPart}`
  explain(`Usage: npm run ${script} -- ${EXPLANATIONS[namedPart]}\n`.replace(/ -- \n/, '\n'), ofPart)
}

/** The tests of the server that use the database in the environment. The others create their own or need none. */
const ON_DATABASE = [
  `tests/server/{${[
    ...['api', 'api-keys', 'check', 'conversations', 'erasure', 'http', 'integrations', 'jobs', 'journal'],
    ...['kernel', 'lead-imports', 'leads', 'live', 'notifications', 'profiles', 'saved-replies', 'widget'],
  ]}}/**/*.test.ts`,
  'tests/server/{app/app,db/queue*}.test.ts',
  'tests/dev/identity/**/*.test.ts',
]

/** Those whose results can't depend on connections, drivers, or concurrency. */
const SAME_ON_ALL = [
  ...[
    'api/{client,fuzz,isolation,openapi}',
    'http/{failure,rate-limit}',
    'notifications/{channels/{email,push,sms},compose*,rules*,fit-text}',
    'widget/model*',
  ].map((name) => `tests/server/${name}.test.ts`),
  'tests/dev/identity/attacks.test.ts',
]

/** Those that `npm test` runs on both databases. */
const ON_BOTH = [
  'tests/server/{jobs,journal}/*.test.ts',
  'tests/server/{db/queue*,notifications/kills}.test.ts',
]

/** Returns the test files that match a pattern, without those that match a pattern in `others`. */
function testFiles(patterns: readonly string[], others: readonly string[]): string[] {
  const excluded = new Set(globSync(others, { cwd: ROOT }))
  return globSync(patterns, { cwd: ROOT })
    .filter((file) => !excluded.has(file))
    .map((file) => file.replaceAll(sep, '/'))
}

/** The tests that `npm test` runs once: on PostgreSQL, or if there is none, on the embedded database. */
const onOneDatabase = () => testFiles(ON_DATABASE, [...SAME_ON_ALL, ...ON_BOTH])

/** The arguments with which `npm test` runs a part. */
const ARGUMENTS: Record<string, () => string[]> = {
  // The part `postgres` runs them.
  server: () => onOneDatabase().flatMap((file) => ['--exclude', file]),
}

/**
 * Lets glibc's allocator use huge pages. On a virtual machine, where the first access to each page is slow, this halves
 * the time to open a test database.
 */
const HUGE_PAGES = 'glibc.malloc.hugetlb=1'

/** The parts that use the ports from E2E_PORT. */
const ON_PORTS = ['tools', 'budget', 'e2e']

/** Parts that need the result of the previous part. */
const NEEDS: Record<string, string> = { e2e: 'build', tools: 'build', browsers: 'build' }

/** Runs all static checks, or those with the given names. */
async function check(names: string[]): Promise<Tally> {
  const unknown = names.find((name) => !CHECK_NAMES.includes(name))
  if (unknown === undefined) return { ...(await runChecks(names)), skipped: 0, remarks: [] }
  process.stdout.write(`There is no check "${unknown}". Checks: ${CHECK_NAMES.join(', ')}.\n`)
  return one(false)
}

function one(passed: boolean): Tally {
  return { ...sum([]), passed: Number(passed), failed: Number(!passed) }
}

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4e9

/**
 * Returns the folder for temporary databases, which is in memory if there is room, so that they don't wait for the
 * disk.
 */
function temporaryFolder(): NodeJS.ProcessEnv {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ENOUGH_BYTES ? { TMPDIR: MEMORY } : {}
  } catch {
    // Exists only on Linux.
    return {}
  }
}

async function vitest(part: string, projects: string[], args: string[], env = process.env): Promise<Tally> {
  const report = reportOf(part)
  const { code } = await runNode(
    [
      ...[commandOf('vitest'), 'run', ...projects.flatMap((project) => ['--project', project])],
      // Without a terminal, prints only failed tests.
      `--reporter=${process.stdout.isTTY ? 'default' : 'minimal'}`,
      ...['--reporter=json', `--outputFile.json=${report}`, ...args],
    ],
    { env: { ...env, ...temporaryFolder() } },
  )
  return readTally(report, code)
}

/**
 * Runs server tests on PostgreSQL. If there is none, says why, and runs them on the embedded database. Each worker has
 * its own temporary server, because the transactions of all databases on a server affect the age of cursors.
 */
async function onPostgres(args: string[]): Promise<Tally> {
  const reasons: string[] = []
  const start = () => startPostgres((reason) => reasons.push(reason))
  const first = await start()
  if (!first) {
    process.stdout.write(`${reasons.at(-1)}\n`)
    const tally = await vitest('postgres', ['server'], args.length > 0 ? args : onOneDatabase())
    return { ...tally, skipped: tally.skipped + 1 }
  }
  const servers = [first]
  try {
    while (servers.length < availableParallelism()) {
      const another = await start()
      if (!another) throw new Error(reasons.at(-1))
      servers.push(another)
    }
    const files = args.length > 0 ? args : testFiles(ON_DATABASE, SAME_ON_ALL)
    const urls = servers.map(({ url }) => url).join(' ')
    return await vitest('postgres', ['server'], files, { ...process.env, DATABASE_TEST_URL: urls })
  } finally {
    for (const { stop } of servers) await stop()
  }
}

/**
 * Runs tests or measurements with E2E_BROWSER set to the light browser. If there is no browser, says so and counts a failure.
 */
async function inLightBrowser(run: (env: NodeJS.ProcessEnv) => Promise<Tally>): Promise<Tally> {
  try {
    return await run({ ...process.env, E2E_BROWSER: ensureLightBrowser() })
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return one(false)
  }
}

function playwright(args: string[]): Promise<Tally> {
  const report = reportOf('e2e')
  return inLightBrowser(async (env) => {
    const { code } = await runNode([commandOf('@playwright/test', 'playwright'), 'test', ...args], {
      env: { ...env, E2E_REPORT: report },
    })
    const tally = readTally(report, code)
    if (findBrowser()) return tally
    process.stdout.write(`Not run: ${WHOLE_BROWSER_SPECS.join(', ')}. ${NO_BROWSER}\n`)
    return { ...tally, skipped: tally.skipped + WHOLE_BROWSER_SPECS.length }
  })
}

/** Runs the core tests in the other installed browsers, and says which ones are missing. */
async function otherBrowsers(args: string[]): Promise<Tally> {
  const missing = BROWSERS.flatMap((browser) => browser.missing() ?? [])
  if (missing.length > 0) process.stdout.write(`Not installed here: ${missing.join(', ')}\n`)
  const tally = missing.length < BROWSERS.length ? await vitest('browsers', ['browsers'], args) : sum([])
  return { ...tally, skipped: tally.skipped + missing.length }
}

const seconds = (ms: number, digits = 0) => `${(ms / 1000).toFixed(digits)} s`

function printSlowest(part: string): void {
  for (const { name, ms } of slowest(reportOf(part), SLOWEST)) {
    if (ms >= SLOW_MS) process.stdout.write(`${seconds(ms, 1).padStart(10)}  ${name}\n`)
  }
}

/** Runs a part, and prints and stores its result. */
async function runPart(name: string, args: string[]): Promise<Tally> {
  const started = Date.now()
  mkdirSync(REPORTS, { recursive: true })
  rmSync(reportOf(name), { force: true })
  const tally = (await PARTS[name]?.(args)) ?? one(false)
  printSlowest(name)
  const skipped = tally.skipped ? `, ${tally.skipped} skipped` : ''
  const remarks = tally.remarks.map((remark) => `${remark}\n`).join('')
  process.stdout.write(
    `${remarks}── ${name}: ${tally.passed} passed, ${tally.failed} failed${skipped} (${seconds(Date.now() - started)})\n`,
  )
  writeFileSync(tallyFileOf(name), JSON.stringify(tally))
  return tally
}

/**
 * Runs a part in its own process, and prints its output when it ends, so that the lines of two parts don't mix. Returns
 * its counts.
 */
async function runInOwnProcess(name: string): Promise<Tally> {
  rmSync(tallyFileOf(name), { force: true })
  const { code, output } = await runNode(['scripts/test.ts', name, ...(ARGUMENTS[name]?.() ?? [])], {
    quiet: true,
  })
  process.stdout.write(output)
  try {
    const tally = JSON.parse(readFileSync(tallyFileOf(name), 'utf8')) as Tally
    // It may crash after it has stored its counts.
    return code === 0 || tally.failed > 0 ? tally : sum([tally, one(false)])
  } catch {
    return one(false)
  }
}

/** Runs all parts, and prints a summary. Returns the counts of all. */
async function runAll(): Promise<Tally> {
  const started = Date.now()
  const tallies = new Map<string, Tally>()
  const durations: string[] = []
  const count = SEQUENCES.flat().length
  let begun = 0
  const run = async (name: string) => {
    begun += 1
    const heading = `\n── ${begun} of ${count}: ${name}`
    const needed = NEEDS[name]
    if (needed && tallies.get(needed)?.failed) {
      process.stdout.write(`${heading}: cannot run, because ${needed} failed\n`)
      tallies.set(name, one(false))
      return
    }
    process.stdout.write(`${heading}\n`)
    const at = Date.now()
    tallies.set(name, await runInOwnProcess(name))
    durations.push(`${name} ${seconds(Date.now() - at)}`)
  }
  await Promise.all(
    SEQUENCES.map(async (names) => {
      for (const name of names) await run(name)
    }),
  )
  const total = sum([...tallies.values()])
  const summary = [...tallies]
    .flatMap(([name, { failed, remarks }]) =>
      failed && remarks.length === 0 ? [`${name}: failed`] : remarks.map((remark) => `${name}: ${remark}`),
    )
    .join('\n')
  const skipped = total.skipped ? `; ${total.skipped} could not run on this machine` : ''
  process.stdout.write(
    `${summary && `\n${summary}\n`}\nIn ${seconds(Date.now() - started)} (${durations.join(', ')})${skipped}:\n${total.passed} passed, ${total.failed} failed\n`,
  )
  return total
}

/** `npm test` runs every part; `node scripts/test.ts <part> [flags of its tool]` runs one. */
async function main([asked, ...args]: string[]): Promise<void> {
  if (asked && !PARTS[asked]) {
    process.stdout.write(`There is no part "${asked}". Parts: ${Object.keys(PARTS).join(', ')}.\n`)
    process.exit(1)
  }
  const taken = !asked || ON_PORTS.includes(asked) ? await takenPort() : null
  if (taken) {
    process.stdout.write(`Port ${taken} is in use by another program: stop it, or set E2E_PORT.\n`)
    process.exit(1)
  }
  process.env.GLIBC_TUNABLES ??= HUGE_PAGES
  const { failed } = asked ? await runPart(asked, args) : await runAll()
  process.exitCode = failed ? 1 : 0
}

await main(process.argv.slice(2))
