import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../../../scripts/lib/files.ts'
import { openQueue } from '../../../server/db/queue.ts'
import { createMetrics } from '../../../server/metrics/metrics.ts'
import { sharedServer } from '../../support/server.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const RUNBOOK = read('docs/runbook.md')
const SOURCES = globSync('{server,dev,widget}/**/*.ts', { cwd: ROOT }).map(read).join('\n')

interface Rule {
  alert: string
  expr: string
  annotations: { runbook: string }
}
const { groups } = parse(read('deploy/alerts.yml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => match)
const spans = (text: string) => found(text, /`([^`\n]+)`/g)
const lines = (label: string) => found(RUNBOOK, new RegExp(`^- \\*\\*${label}\\*\\*: (.*)$`, 'gm'))
const commands = found(RUNBOOK, /```sh\n([\s\S]*?)```/g).flatMap((block) => block.trim().split('\n'))

/** The names of a scrape; histograms have three more each. */
async function namesOf() {
  const types = [...(await createMetrics().registry.metrics()).matchAll(/^# TYPE (\w+) (\w+)$/gm)]
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['', '_bucket', '_count', '_sum'].map((end) => name + end) : [name],
    ),
  )
}
const NAMES = /\b((?:fieldhand|nodejs|process)_\w+)/g

it('names only metrics that a scrape has, in runbook, dashboard, and alerts', async () => {
  const names = await namesOf()
  for (const file of ['docs/runbook.md', 'deploy/grafana-dashboard.json', 'deploy/alerts.yml']) {
    const used = found(read(file), NAMES).filter((name) => name !== 'fieldhand_model')
    expect(used.length).toBeGreaterThan(9)
    expect({ file, unknown: used.filter((name) => !names.has(name)) }).toEqual({ file, unknown: [] })
  }
})

it('lists every metric of the product, and no other', async () => {
  const listed = found(read('docs/metrics.md'), /^\| `(fieldhand_\w+)` \|/gm)
  const own = [...(await namesOf())].filter(
    (name) => name.startsWith('fieldhand_') && !/_(bucket|count|sum)$/.test(name),
  )
  expect(listed.toSorted()).toEqual(own.toSorted())
})

it('lists the labels that each metric has', async () => {
  const rows = [...read('docs/metrics.md').matchAll(/^\| `(fieldhand_\w+)` \|(.*?)\|/gm)]
  const { registry } = createMetrics()
  for (const [, name = '', labels = ''] of rows) {
    const { labelNames } = registry.getSingleMetric(name) as unknown as { labelNames: string[] }
    expect([name, ...spans(labels)]).toEqual([name, ...labelNames])
  }
})

it('has a section for every alert, and names it there', () => {
  const sections = new Map(
    RUNBOOK.split(/^## /m).map((section) => {
      const [title = ''] = section.split('\n')
      return [
        title
          .toLowerCase()
          .replaceAll(' ', '-')
          .replace(/[^\w-]/g, ''),
        section,
      ]
    }),
  )
  for (const { alert, annotations } of rules) {
    const [file, anchor = ''] = annotations.runbook.split('#')
    expect(file).toBe('docs/runbook.md')
    expect(sections.get(anchor) ?? `no section ${anchor}`).toContain(`\`${alert}\``)
  }
  expect(lines('Alert').flatMap(spans).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
})

it('quotes only what the server logs or prints', () => {
  const quoted = lines('Log')
    .flatMap(spans)
    .filter((span) => span !== 'info')
  expect(quoted.length).toBeGreaterThan(20)
  expect(quoted.filter((line) => !SOURCES.includes(line))).toEqual([])
})

it('counts log lines by texts that hardly differ', () => {
  const calls = found(SOURCES, /\blog\.(?:warn|error|fatal)\(([\s\S]*?)\n/g)
  expect(calls.length).toBeGreaterThan(20)
  const variable = found(SOURCES, /\blog\.(?:warn|error|fatal)\([^'`;]*`([^`]*)`/g)
  // One of a few providers.
  expect(variable.map((text) => text.replace(/^\$\{provider\.name\}/, ''))).toEqual([' was not connected'])
})

it('has commands that exist, and queries that run', async () => {
  const server = await sharedServer({ seed: 'none' })
  const queue = await openQueue(server.jobs, server.deps.log)
  for (const command of commands) {
    const query = /^psql "\$DATABASE_URL" -c "(.*)"$/.exec(command)?.[1]
    if (query) {
      await sql.raw(query).execute(server.deps.db)
      continue
    }
    const path = /^curl .*?(?:localhost:\d+|app\.example\.com)(\/[\w/$]*)/.exec(command)?.[1]
    if (path === undefined) expect(command).toMatch(/^(df|cp|curl .*(jwks\.json|AGENT_MODEL_URL\/models"))/)
    else if (path !== '/metrics') {
      const { status } = await server.app.api.request(path.replace('$ORGANIZATION', 'org_x'))
      expect([command, status]).toEqual([command, path.startsWith('/api/') ? 401 : 200])
    }
  }
  await queue.stop()
})
