import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CONSOLE_VARIABLES } from '../../scripts/build/variables.ts'
import { ROOT } from '../../scripts/lib/files.ts'
import { readConfig, USAGE } from '../../server/app/config.ts'
import { SERVER_VARIABLES } from '../../server/base/variables.ts'

/** The variables of development, tests, and benchmarks: names, what applies if they are unset, and their meaning. */
const DEVELOPMENT_VARIABLES: readonly (readonly [
  names: readonly string[],
  unset: string,
  meaning: string,
])[] = [
  [['DEV_SERVER_PORT'], '`3003`', "The server's console port in `npm run dev`"],
  [
    ['MAILBOX_SMTP_PORT'],
    "the API's port + 6, or any free one if that is in use",
    'The port on which the local mailbox receives mail',
  ],
  [['CHROMIUM_PATH'], 'an installed Chromium', 'The browser of tests and benchmarks'],
  [['E2E_PORT'], '`4100`', 'The first port of the end-to-end tests; each of the two workers uses ten'],
  [
    ['DATABASE_TEST_URL'],
    'embedded databases',
    'A PostgreSQL server, or one for each worker, separated by spaces. The server tests create and drop databases there, and keep an empty one to copy',
  ],
  [
    ['THOROUGH'],
    'the usual number',
    'With `1`, random tests and kills of processes repeat more often, as in the nightly run',
  ],
  [
    ['KILLS', 'IMPORTED'],
    'by `THOROUGH`',
    'The kills while notifications are sent, and the leads of an import that is killed',
  ],
  [['BENCH_RUNS'], '`3`', 'The visits of each page in `npm run bench -- pages`'],
  [['BENCH_SLOWDOWN'], '`4`', 'How much slower the CPU is in the benchmarks of pages'],
  [['BENCH_LEADS'], '`100,10000`', 'The numbers of leads in `npm run bench -- leads`'],
  [['BENCH_CONVERSATIONS'], '`100000`', 'The conversations in `npm run bench -- inbox`'],
  [
    ['BENCH_RACES', 'BENCH_STREAMS'],
    '`1000`, `2000`',
    'The races and open streams in `npm run bench -- live`',
  ],
  [['BENCH_BURST'], '`5000`', 'The leads that arrive at once in `npm run bench -- notifications`'],
  [
    ['BENCH_ORGANIZATIONS', 'BENCH_MESSAGES'],
    '`10000`, `5000000`',
    'The size of the database in `npm run bench -- scale`',
  ],
]

/** Set by the system, npm, continuous integration, and tools, or by one of the scripts for another. */
const INTERNAL = new Set([
  ...[
    'CI',
    'GLIBC_TUNABLES',
    'INIT_CWD',
    'LOCALAPPDATA',
    'NODE_ENV',
    'PATH',
    'PROGRAMFILES',
    'VITEST_POOL_ID',
  ],
  ...['DEV_IDENTITY_URL', 'E2E_BROWSER', 'E2E_REPORT', 'HUBSPOT_URL', 'OUT_DIR', 'TEST_PARALLEL_INDEX'],
])

const code = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ')
const table = (rows: readonly (readonly string[])[]) => {
  const [head = [], ...body] = rows.map((cells) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |'))
  return [head, `|${'---|'.repeat(rows[0]?.length ?? 0)}`, ...body].join('\n')
}
const HEAD = ['variable', 'unset', 'meaning']

/** Returns what docs/configuration.md must contain. */
function rendered(): string {
  const server = SERVER_VARIABLES.map((row) => [
    code(row.names),
    'flags' in row ? code(row.flags.map((flag) => `--${flag}`)) : '',
    row.unset,
    row.meaning,
  ])
  const build = Object.entries(CONSOLE_VARIABLES).map(([name, { fallback, unset, meaning }]) => [
    code([name]),
    unset ?? `\`${fallback}\``,
    meaning,
  ])
  const development = DEVELOPMENT_VARIABLES.map(([names, unset, meaning]) => [code(names), unset, meaning])
  return `# Configuration

<!-- Generated from server/base/variables.ts, scripts/build/variables.ts, and tests/scripts/configuration.test.ts.
Update: npm run test:unit -- tests/scripts/configuration.test.ts -u -->

Variables come from the environment, or from a \`.env\` file if the environment doesn't set them. A blank variable counts as unset. [Deploying](deploy.md) says which ones production needs.

## Server

\`npm start\` and \`npm run serve\` read these variables when they start. A flag overrides its variable.

${table([['variable', 'flag', 'unset', 'meaning'], ...server])}

## Console

The build of the console reads these variables. The server also reads the first three. \`npm start\` sets the unset ones to what runs on this machine: API, widget host, identity, address search, and support chat. [Third-party services](services.md) lists what each service receives.

${table([HEAD, ...build])}

## Development and tests

${table([HEAD, ...development])}
`
}

test('docs/configuration.md is what the code renders', async () => {
  await expect(rendered()).toMatchFileSnapshot(join(ROOT, 'docs/configuration.md'))
})

const TABLES = [
  'server/base/variables.ts',
  'scripts/build/variables.ts',
  'tests/scripts/configuration.test.ts',
]
const SOURCES = globSync(['{server,src,scripts,dev,bench,tests}/**/*.{ts,tsx,mjs}', '*.{ts,mjs}'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
})
  .filter((file) => !TABLES.includes(file))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
const LISTED: readonly string[] = [
  ...SERVER_VARIABLES.flatMap(({ names }) => names),
  ...Object.keys(CONSOLE_VARIABLES),
  ...DEVELOPMENT_VARIABLES.flatMap(([names]) => names),
]

test('every variable that the code reads is listed once, and every listed one is read', () => {
  const READ = /(?<!import\.meta\.)\benv\.([A-Z][A-Z\d_]+)\b|\bread\('([A-Z][A-Z\d_]+)'\)/g
  const read = new Set(
    SOURCES.flatMap((text) => [...text.matchAll(READ)].map(([, name, given]) => name ?? given)),
  )
  expect(read.size).toBeGreaterThan(70)
  expect([...read].filter((name = '') => !LISTED.includes(name) && !INTERNAL.has(name))).toEqual([])
  expect(LISTED.filter((name, index) => LISTED.indexOf(name) !== index)).toEqual([])
  const all = SOURCES.join('\n')
  const isRead = (name: string) =>
    all.includes(name) || all.includes(name.replace(/^(PHOTOS|JOURNAL)_/, '}_'))
  expect(LISTED.filter((name) => !isRead(name))).toEqual([])
})

test('the listed defaults are those of the server', () => {
  const defaults = SERVER_VARIABLES.flatMap(({ names: [name], unset }) => {
    const value = /^`([^`]+)`$/.exec(unset)?.[1]
    return value ? [[name, value] as const] : []
  })
  expect(defaults.length).toBeGreaterThan(8)
  expect(readConfig(Object.fromEntries(defaults))).toEqual(readConfig({}))
})

test('--help names every flag and its variable', () => {
  for (const row of SERVER_VARIABLES)
    if ('flags' in row)
      for (const flag of row.flags) expect(USAGE).toMatch(new RegExp(`--${flag}\\b.*\\(${row.names[0]}\\)`))
})
