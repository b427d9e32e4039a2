import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { CONSOLE_VARIABLES } from '../../scripts/build/variables.ts'
import { ROOT } from '../../scripts/lib/files.ts'
import { SERVER_VARIABLES } from '../../server/base/variables.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => match)
const dockerfile = read('Dockerfile')
const PUBLIC = Object.keys(CONSOLE_VARIABLES)
const VARIABLES: ReadonlySet<string> = new Set([...PUBLIC, ...SERVER_VARIABLES.flatMap(({ names }) => names)])

interface Service {
  build?: { target: string; args?: Record<string, string> }
  environment: Record<string, string>
  ports?: string[]
  volumes: string[]
  depends_on?: Record<string, unknown>
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, null>
}

/** The stages of the Dockerfile by name. */
const stages = new Map(
  dockerfile
    .split(/^(?=FROM )/m)
    .slice(1)
    .map((text) => [/^FROM \S+ AS (\S+)/.exec(text)?.[1] ?? '', text]),
)
const stage = (name: string) => stages.get(name) ?? ''
const copied = (text: string) =>
  found(text, /^COPY (?!--from)(.+)$/gm).flatMap((line) => line.split(' ').slice(0, -1))

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
    const paths = [...stages.values()].flatMap(copied)
    expect(paths.length).toBeGreaterThan(8)
    for (const path of paths)
      expect([path, existsSync(join(ROOT, path)), isIgnored(path)]).toEqual([path, true, false])
  })

  it('leaves secrets and local data out', () => {
    for (const path of ['.env', '.data/x', '.git/config', 'node_modules/x'])
      expect(isIgnored(path)).toBe(true)
    expect(read('.dockerignore')).toContain('.env.*')
    for (const name of found(dockerfile, /^ARG (\w+)/gm)) expect(name).toMatch(/^(PUBLIC_\w+|SERVERS)$/)
  })

  it('runs as another user than root, and checks its health', () => {
    const server = stage('server')
    expect(server).toMatch(/^USER node$/m)
    expect(server).toMatch(/^HEALTHCHECK .*\n?.*\/healthz/m)
    expect(server.indexOf('USER node')).toBeLessThan(server.indexOf('\nCMD '))
  })

  it('has everything that the server imports', () => {
    const folders = copied(stage('server')).filter((path) => !path.includes('.'))
    const sources = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,css}`, { cwd: ROOT }))
    expect(sources).toContain('server/main.ts')
    const missing = sources.flatMap((file) =>
      found(readFileSync(join(ROOT, file), 'utf8'), /(?:from|import\(|import) ?'(\.[^']+)'/g)
        .map((path) => relative(ROOT, resolve(ROOT, dirname(file), path)))
        .filter((path) => existsSync(join(ROOT, path)))
        .filter(
          (path) => path !== 'package.json' && !folders.some((folder) => path.startsWith(`${folder}/`)),
        ),
    )
    expect(missing).toEqual([])
  })
})

describe('compose.yaml', () => {
  it('has the database, two servers, and a web server, which alone has open ports', () => {
    expect(Object.keys(compose.services)).toEqual(['postgres', 'server-1', 'server-2', 'web'])
    const open = Object.entries(compose.services).filter(([, { ports }]) => ports)
    expect(open.map(([name]) => name)).toEqual(['web'])
    for (const { build, depends_on, volumes } of Object.values(compose.services)) {
      if (build) expect([...stages.keys()]).toContain(build.target)
      for (const name of Object.keys(depends_on ?? {})) expect(compose.services).toHaveProperty([name])
      for (const volume of volumes) expect(compose.volumes).toHaveProperty([volume.split(':')[0] ?? ''])
    }
  })

  it('passes on every public variable of the console', () => {
    expect(Object.keys(compose.services.web?.build?.args ?? {}).toSorted()).toEqual(PUBLIC.toSorted())
    expect(found(stage('build'), /^ARG (PUBLIC_\w+)/gm).toSorted()).toEqual(PUBLIC.toSorted())
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
      ...found(dockerfile, /^ARG SERVERS="(.*)"$/gm).flatMap((list) => list.split(' ')),
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
