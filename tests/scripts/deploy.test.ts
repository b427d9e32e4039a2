import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { CONSOLE_VARIABLES } from '../../scripts/build/variables.ts'
import { importedPackages } from '../../scripts/check/packages.ts'
import { ROOT } from '../../scripts/lib/files.ts'
import { runtimePackages } from '../../scripts/lib/notices.ts'
import { SERVER_VARIABLES } from '../../server/base/variables.ts'
import { assembleImage, copiesOf, packageFolders, STAGES } from '../support/image-files.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => match)
const dockerfile = read('Dockerfile')
const PUBLIC = Object.keys(CONSOLE_VARIABLES)
const VARIABLES: ReadonlySet<string> = new Set([...PUBLIC, ...SERVER_VARIABLES.flatMap(({ names }) => names)])

/** What a container of the image runs. */
const PROGRAMS = ['server/main.ts', 'scripts/fill-console.ts', 'scripts/backup.ts', 'scripts/restore.ts']

interface Service {
  image: string
  command?: string[]
  healthcheck?: object
  environment: Record<string, string>
  ports?: string[]
  volumes: string[]
  depends_on?: Record<string, unknown>
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, null>
}

const stage = (name: string) => STAGES.get(name) ?? ''

const isIgnored = (path: string) => {
  const names = read('.dockerignore')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  return names.some((name) => path === name || path.startsWith(`${name}/`))
}

describe('the Dockerfile', () => {
  it('names what it copies, and where', () => {
    for (const line of found(dockerfile, /^COPY (.+)$/gm))
      expect(line.split(' ').filter((word) => !word.startsWith('--')).length, line).toBeGreaterThan(1)
  })

  it('copies only what exists and is not ignored', () => {
    const paths = [...STAGES.keys()].flatMap((name) => copiesOf(name).map(({ from }) => from))
    expect(paths.length).toBeGreaterThan(8)
    for (const path of paths)
      expect([path, existsSync(join(ROOT, path)), isIgnored(path)]).toEqual([path, true, false])
  })

  it('leaves secrets and local data out', () => {
    for (const path of ['.env', '.data/x', '.git/config', 'node_modules/x'])
      expect(isIgnored(path)).toBe(true)
    expect(read('.dockerignore')).toContain('.env.*')
    expect(dockerfile).not.toMatch(/^ARG |PUBLIC_/m)
  })

  it('runs as another user than root, and checks its health', () => {
    const server = stage('image')
    expect(server).toMatch(/^USER node$/m)
    expect(server).toMatch(/^HEALTHCHECK .*\n?.*\/healthz/m)
    expect(server.indexOf('USER node')).toBeLessThan(server.indexOf('\nCMD '))
  })

  it('has everything that its programs import', () => {
    const copied = copiesOf('image').map(({ from }) => from)
    const files = new Set(PROGRAMS)
    const packages = new Set<string>()
    for (const file of files) {
      const code = readFileSync(join(ROOT, file), 'utf8').replace(
        /^(?:import|export) type [\s\S]*?from .*$/gm,
        '',
      )
      for (const path of found(code, /(?:from|import\(|import) ?'(\.[^']+)'/g)) {
        const target = relative(ROOT, resolve(ROOT, dirname(file), path))
        if (existsSync(join(ROOT, target))) files.add(target)
      }
      if (file.endsWith('.ts')) for (const name of importedPackages(code)) packages.add(name)
    }
    expect(files.size).toBeGreaterThan(300)
    const isCopied = (file: string) => copied.some((path) => file === path || file.startsWith(`${path}/`))
    expect([...files].filter((file) => !isCopied(file))).toEqual([])
    const { packages: lock } = JSON.parse(read('package-lock.json'))
    const paths = runtimePackages(lock, 'server')
    const installed = new Set(paths.map((path) => path.replace(/^.*node_modules\//, '')))
    const folders = new Set(paths.map((path) => path.replace(/node_modules\/.*$/, 'node_modules')))
    expect([...folders].filter((folder) => !packageFolders().includes(folder))).toEqual([])
    expect(packages).toContain('@clerk/shared')
    expect([...packages].filter((name) => !installed.has(name))).toEqual([])
  })

  it('backs up and restores', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'image-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    assembleImage(folder)
    const run = async (database: string, ...args: string[]) => {
      const env = { PATH: process.env.PATH, DATABASE_URL: join(folder, database) }
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env })
      return /\(.*?([\d,]+ rows)/.exec(stdout)?.[1]
    }
    const rows = await run(
      'first',
      'scripts/restore.ts',
      join(ROOT, 'tests/server/backups/33ce21d0.jsonl.gz'),
    )
    expect(rows).toMatch(/\d/)
    expect(await run('first', 'scripts/backup.ts')).toBe(rows)
    const [archive = ''] = await readdir(join(folder, 'backups'))
    expect(await run('second', 'scripts/restore.ts', join('backups', archive))).toBe(rows)
  })
})

describe('compose.yaml', () => {
  it('has the database, two servers, and a web server, which alone has open ports', () => {
    expect(Object.keys(compose.services)).toEqual(['postgres', 'server-1', 'server-2', 'web'])
    const open = Object.entries(compose.services).filter(([, { ports }]) => ports)
    expect(open.map(([name]) => name)).toEqual(['web'])
    for (const { depends_on, volumes } of Object.values(compose.services)) {
      for (const name of Object.keys(depends_on ?? {})) expect(compose.services).toHaveProperty([name])
      for (const volume of volumes) expect(compose.volumes).toHaveProperty([volume.split(':')[0] ?? ''])
    }
  })

  it('passes on every public variable of the console', () => {
    const { environment, image, command } = compose.services.web ?? {}
    const named = Object.keys(environment ?? {}).filter((name) => name.startsWith('PUBLIC_'))
    expect(named.toSorted()).toEqual(PUBLIC.toSorted())
    expect(image).toBe(compose.services['server-1']?.image)
    expect(command).toContain('deploy/web.sh')
  })

  it('sets only variables that exist', () => {
    const own = ['CONSOLE_ADDRESS', 'WIDGET_ADDRESS', 'POSTGRES_PASSWORD']
    const named = [
      ...found(read('.env.example'), /^#?([A-Z\d_]+)=/gm),
      ...Object.keys(compose.services['server-1']?.environment ?? {}),
      ...Object.keys(compose.services['server-2']?.environment ?? {}),
    ]
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter((name) => !VARIABLES.has(name) && !own.includes(name))).toEqual([])
    const asked = found(read('compose.yaml'), /\$\{(\w+):\?/g)
    expect(asked.filter((name) => !new RegExp(`^${name}=`, 'm').test(read('.env.example')))).toEqual([])
  })

  it('reaches the servers by the names and ports that Caddy, Prometheus, and the alerts use', () => {
    const hosts = [
      ...(compose.services.web?.command?.slice(2) ?? []),
      ...found(read('deploy/widget.caddy'), /reverse_proxy (.*) \{/g).flatMap((list) => list.split(' ')),
      ...found(read('deploy/prometheus.yml'), /"([\w-]+:\d+)"/g),
    ]
    const ports = ['3001', '3002', compose.services['server-1']?.environment.METRICS_PORT]
    expect(hosts.toSorted()).toEqual(
      ['server-1', 'server-2'].flatMap((name) => ports.map((port) => `${name}:${port}`)).toSorted(),
    )
    expect(read('deploy/alerts.yml')).toContain('up{job="fieldhand"}')
    expect(read('deploy/prometheus.yml')).toContain('job_name: fieldhand')
  })
})

it('has a dashboard whose panels do not overlap', () => {
  const { panels } = JSON.parse(read('deploy/grafana-dashboard.json')) as {
    panels: { id: number; gridPos: { x: number; y: number; w: number; h: number } }[]
  }
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true)
})
