import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../../scripts/lib/files.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const DOCS = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...globSync(['docs/**/*.md', 'dev/*.md'], { cwd: ROOT }),
]
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

const BLOCK = /^```(\w*)\n([\s\S]*?)^```/gm
const INLINE = /`((?:npm|docker|git) [^`]+)`/g
const PROGRAM = /\b(?:npm|docker compose)\b(?:[^#&|]|&(?!&))*/g

/** The commands of npm and Docker that a document shows, as lists of words. */
function commandsIn(doc: string): string[][] {
  const text = read(doc)
  const shown = [...text.matchAll(BLOCK)].flatMap(([, language, block = '']) =>
    language === 'sh' || language === '' ? block.replaceAll('\\\n', ' ').split('\n') : [],
  )
  const named = [...text.replace(BLOCK, '').matchAll(INLINE)].map(([, command = '']) => command)
  return [...shown, ...named]
    .flatMap((line) => line.match(PROGRAM) ?? [])
    .map((command) => command.trim().split(/\s+/))
}

/** The name of the script that a command of npm runs, and what follows; null for a command of npm itself. */
function scriptOf([program, verb = '', ...rest]: string[]): { name: string; args: string[] } | null {
  if (program !== 'npm') return null
  if (verb === 'start' || verb === 'test') return { name: verb, args: rest.slice(1) }
  if (verb !== 'run') return null
  const [name = '', ...after] = rest.filter((word) => !/^(-s|--silent)$/.test(word))
  return { name, args: after.slice(1) }
}

const ALL = DOCS.flatMap((doc) => commandsIn(doc).map((command) => ({ doc, command })))
const RUNS = ALL.flatMap(({ doc, command }) => {
  const run = scriptOf(command)
  return run ? [{ doc, ...run }] : []
})

test('the documents show commands', () => {
  expect(RUNS.length).toBeGreaterThan(60)
  expect(new Set(RUNS.map(({ doc }) => doc)).size).toBeGreaterThan(10)
})

test('every script that a document names exists, and every script is documented', () => {
  const named = new Set(RUNS.map(({ name }) => name))
  expect([...named].filter((name) => !scripts[name])).toEqual([])
  expect(Object.keys(scripts).filter((name) => !named.has(name))).toEqual([])
})

test('the only command of npm itself in the documents is the one that the scripts run', () => {
  const verbs = ALL.flatMap(({ command }) => (command[0] === 'npm' && !scriptOf(command) ? command[1] : []))
  expect(new Set(verbs)).toEqual(new Set(['ci']))
  expect(read('scripts/bootstrap.mjs')).toContain("'ci'")
})

/** Runs a script of package.json like npm does, without its check of what is installed. */
async function run(
  name: string,
  args: string[],
  variables: NodeJS.ProcessEnv = {},
): Promise<{ code: number; output: string }> {
  const [file = '', ...first] = /\S+\.ts\b.*$/.exec(scripts[name] ?? '')?.[0].split(' ') ?? []
  const options = { cwd: ROOT, env: { ...process.env, NODE_OPTIONS: '', ...variables } }
  return promisify(execFile)(process.execPath, [file, ...first, ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  )
}

test.each(Object.keys(scripts))('%s explains itself', async (name) => {
  const { code, output } = await run(name, ['--help'])
  const typed = /^(start|test)$/.test(name) ? `npm ${name}` : `npm run (-s )?${name}`
  expect([code, output]).toEqual([0, expect.stringMatching(new RegExp(`^Usage: ${typed}\\b`))])
})

test('a build without a publishable key says in one sentence what to set', async () => {
  const { code, output } = await run('build', [], { PUBLIC_CLERK_PUBLISHABLE_KEY: '' })
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^PUBLIC_CLERK_PUBLISHABLE_KEY is not set\. Set it to .+\n$/),
  ])
})

/** The parts that a script names when it is asked for one that does not exist. */
async function partsOf(name: string): Promise<string[]> {
  const { code, output } = await run(name, ['nothing'])
  expect(code).toBe(1)
  return /Parts: (.*)\./.exec(output)?.[1]?.split(', ') ?? []
}

test('the parts of the benchmark that documents name exist', async () => {
  const parts = await partsOf('bench')
  const named = RUNS.flatMap(({ name, args }) => (name === 'bench' ? args : []))
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((part) => part !== '--update' && !parts.includes(part))).toEqual([])
})

test('each part of the tests that has a script exists', async () => {
  const parts = await partsOf('test')
  const named = Object.values(scripts).flatMap((command) => /test\.ts (\w+)/.exec(command)?.[1] ?? [])
  expect(named.filter((part) => !parts.includes(part))).toEqual([])
})

test('the web-server commands in documents print a configuration', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'export-'))
  writeFileSync(join(folder, '_headers'), '/*\n  X-Content-Type-Options: nosniff\n')
  writeFileSync(join(folder, '_redirects'), '')
  const shown = RUNS.filter(({ name, args }) => name === 'web-server' && args.length > 0)
  expect(shown.length).toBeGreaterThan(3)
  for (const { args } of shown) {
    const [kind = '', listen = '80', , ...servers] = args.filter((word) => !/[<>]|\.conf$|file$/.test(word))
    const { code, output } = await run('web-server', [kind, listen, folder, ...servers])
    expect([args, code, output.includes(folder)]).toEqual([args, 0, true])
  }
  rmSync(folder, { recursive: true })
})

test('the compose commands in documents name services that exist', () => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as { services: object }
  const named = ALL.flatMap(({ command: [program, verb, action, ...args] }) =>
    program === 'docker' && verb === 'compose' && action === 'up' ? args : [],
  )
  expect(named.filter((word) => !word.startsWith('-') && !(word in services))).toEqual([])
})
