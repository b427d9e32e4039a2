import { type ChildProcess, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

const bootstrap = resolve(import.meta.dirname, '../../scripts/bootstrap.mjs')
let project: string

/** A project whose only package is a local folder, so that `npm ci` needs no registry. */
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'bootstrap-'))
  onTestFinished(() => rmSync(project, { recursive: true, force: true }))
  mkdirSync(join(project, 'scripts'))
  cpSync(bootstrap, join(project, 'scripts/bootstrap.mjs'))
  lock('part')
  writeFileSync(
    join(project, 'scripts/say.ts'),
    `const words: string[] = process.argv.slice(2)
     if (words[0] === 'wait') { process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000) }
     console.log('said', ...words, process.cwd())
     if (words[0] === 'fail') process.exit(3)`,
  )
})

function lock(...names: string[]) {
  const dependencies = Object.fromEntries(names.map((name) => [name, `file:${name}`]))
  const root = { name: 'project', version: '1.0.0', dependencies }
  const packages: Record<string, object> = { '': root }
  for (const name of names) {
    mkdirSync(join(project, name), { recursive: true })
    writeFileSync(join(project, name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }))
    writeFileSync(join(project, name, 'README.md'), name)
    packages[name] = { version: '1.0.0' }
    packages[`node_modules/${name}`] = { resolved: name, link: true }
  }
  writeFileSync(join(project, 'package.json'), JSON.stringify(root))
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ ...root, lockfileVersion: 3, packages }))
}

function start(...words: string[]): {
  child: ChildProcess
  ended: Promise<{ code: number | null; output: string }>
} {
  const { npm_execpath: _, ...env } = process.env
  const child = spawn(
    process.execPath,
    [join(project, 'scripts/bootstrap.mjs'), 'scripts/say.ts', ...words],
    { env },
  )
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  return { child, ended: new Promise((done) => child.on('close', (code) => done({ code, output }))) }
}

test('installs once, passes flags on, and returns the exit code', async () => {
  const first = await start('--port', '4000').ended
  expect(first.output).toContain('Installing packages')
  expect(first.output).toContain(`said --port 4000 ${project}`)
  expect(first.code).toBe(0)

  const second = await start('fail').ended
  expect(second.output).not.toContain('Installing')
  expect(second.code).toBe(3)
})

test('installs again if the lockfile changes', async () => {
  await start().ended
  lock('part', 'another')
  expect((await start().ended).output).toContain('Installing packages')
  expect((await start().ended).output).not.toContain('Installing packages')
})

test('installs again if the link to a folder of the project is missing from the record of npm', async () => {
  await start().ended
  const record = join(project, 'node_modules/.package-lock.json')
  const { packages, ...rest } = JSON.parse(readFileSync(record, 'utf8'))
  const { 'node_modules/part': _, ...others } = packages
  writeFileSync(record, JSON.stringify({ ...rest, packages: others }))
  expect((await start().ended).output).toContain('Installing packages')
})

test('installs once for concurrent starts', async () => {
  const all = await Promise.all([start('a').ended, start('b').ended, start('c').ended])
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(all.filter(({ output }) => output.includes('Installing packages'))).toHaveLength(1)
  expect(existsSync(join(project, '.cache/install.lock'))).toBe(false)
})

test('takes over the lock of a killed process', async () => {
  const dead = spawn(process.execPath, ['--eval', ''])
  await new Promise((done) => dead.on('exit', done))
  mkdirSync(join(project, '.cache'))
  writeFileSync(join(project, '.cache/install.lock'), String(dead.pid))
  expect((await start().ended).code).toBe(0)

  rmSync(join(project, 'node_modules'), { recursive: true })
  writeFileSync(join(project, '.cache/install.lock'), '')
  utimesSync(join(project, '.cache/install.lock'), new Date(0), new Date(0))
  expect((await start().ended).code).toBe(0)
})

test('passes signals on', async () => {
  const { child, ended } = start('wait')
  await new Promise<void>((done) =>
    child.stdout?.on('data', (chunk) => String(chunk).includes('said wait') && done()),
  )
  child.kill('SIGTERM')
  expect((await ended).code).toBe(7)
})

test('ends when npm is stopped, although npm only stops its shell', {
  timeout: 30_000,
}, async () => {
  await start().ended
  const command = `"${process.execPath}" scripts/bootstrap.mjs scripts/say.ts wait; true`
  const shell = spawn('sh', ['-c', command], {
    cwd: project,
    env: { ...process.env, npm_lifecycle_event: 'start' },
  })
  const closed = new Promise((done) => shell.on('close', done))
  await new Promise<void>((done) =>
    shell.stdout.on('data', (chunk) => String(chunk).includes('said wait') && done()),
  )
  shell.kill('SIGTERM')
  // The pipe closes only when the last process that holds it has ended.
  await closed
})

test('reports why packages cannot be installed', async () => {
  writeFileSync(join(project, 'package.json'), '{"name":"project","dependencies":{"not-locked":"1.0.0"}}')
  const { code, output } = await start().ended
  expect(code).toBe(1)
  expect(output).toContain('npm could not install the packages')
})
