import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../../scripts/lib/files.ts'
import { eventually } from '../../support/eventually.ts'
import { freePorts, type Program, runProgram } from '../../support/program.ts'
import { parseScrape, type Scrape } from '../../support/scrape.ts'

const ORGANIZATION = 'org_greenacres'
const REQUESTS = 'fieldhand_http_request_duration_seconds_count'
const json = { 'Content-Type': 'application/json' }

let server: Program
let ports: number[] = []
const api = (path: string) => `http://127.0.0.1:${ports[1]}${path}`
const metricsUrl = () => `http://127.0.0.1:${ports[3]}/metrics`
const scrapeText = async () => (await fetch(metricsUrl())).text()
const scrape = async () => parseScrape(await scrapeText())
const requests = (scraped: Scrape, method: string, route: string, status: string) =>
  scraped.get(`${REQUESTS}{method="${method}",route="${route}",status="${status}"}`) ?? 0

/** The real server with the demo data, a database in memory, and its metrics on. */
beforeAll(async () => {
  ports = await freePorts(5)
  const names = ['CONSOLE_PORT', 'API_PORT', 'WIDGET_PORT', 'METRICS_PORT', 'MAILBOX_SMTP_PORT']
  server = runProgram('dev/main.ts', [], {
    ...Object.fromEntries(names.map((name, index) => [name, String(ports[index])])),
    DATABASE_URL: 'memory://',
    DIST_FOLDER: join(ROOT, 'no-dist'),
    LOG_LEVEL: 'warn',
  })
  await server.saying('Fieldhand is running')
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
})

interface Visitor {
  conversation_id: string
  visitor_token: string
}
async function startChat(address: string): Promise<Response> {
  const url = api(`/api/v1/widget/${ORGANIZATION}/conversations`)
  return fetch(url, { method: 'POST', headers: { ...json, 'X-Forwarded-For': address }, body: '{}' })
}

async function say({ conversation_id: id, visitor_token: token }: Visitor, content: string) {
  const response = await fetch(api(`/api/v1/widget/conversations/${id}/messages`), {
    method: 'POST',
    headers: { ...json, Authorization: `Bearer ${token}` },
    body: JSON.stringify({ client_id: crypto.randomUUID(), content }),
  })
  expect(response.status).toBe(200)
}

describe('GET /metrics', () => {
  it("is in Prometheus' format on a port of its own", async () => {
    const response = await fetch(metricsUrl())
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const scraped = parseScrape(await response.text())
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
    expect(scraped.get(`fieldhand_build_info{node="${process.version}",version="${version}"}`)).toBe(1)
    expect(scraped.get('fieldhand_ready')).toBe(1)
    expect(scraped.get('process_resident_memory_bytes')).toBeGreaterThan(0)
    for (const port of ports.slice(1, 3)) {
      expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404)
    }
  })

  it('counts what a visitor and the agent do', async () => {
    const before = await scrape()
    const visitor = (await (await startChat('10.0.0.1')).json()) as Visitor
    for (const text of ['Lawn mowing', 'Dana Field', '614-555-0188']) await say(visitor, text)
    const after = await scrape()
    const added = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    expect(added('fieldhand_visitor_messages_total')).toBe(3)
    expect(added('fieldhand_agent_answers_total')).toBe(3)
    expect(added('fieldhand_leads_captured_total')).toBe(1)
    const route = '/api/v1/widget/conversations/:conversationId/messages'
    expect(requests(after, 'POST', route, '2xx') - requests(before, 'POST', route, '2xx')).toBe(3)
    expect(added('fieldhand_database_query_duration_seconds_count{outcome="done"}')).toBeGreaterThan(10)

    await eventually(async () => {
      const sent = 'fieldhand_notifications_total{channel="email",outcome="sent"}'
      expect((await scrape()).get(sent)).toBeGreaterThan(0)
    })
    const text = await scrapeText()
    for (const secret of [
      visitor.conversation_id,
      visitor.visitor_token,
      ORGANIZATION,
      '555-0188',
      '5550188',
      'Dana',
    ])
      expect(text).not.toContain(secret)
  })

  it('counts open streams until they end', async () => {
    const visitor = (await (await startChat('10.0.0.2')).json()) as Visitor
    const leaving = new AbortController()
    const open = async () => (await scrape()).get('fieldhand_open_streams{side="visitor"}')
    const stream = await fetch(api(`/api/v1/widget/conversations/${visitor.conversation_id}/events`), {
      headers: { Authorization: `Bearer ${visitor.visitor_token}` },
      signal: leaving.signal,
    })
    expect(stream.status).toBe(200)
    expect(await open()).toBe(1)
    leaving.abort()
    await eventually(async () => expect(await open()).toBe(0))
  })

  it('gives unknown paths no labels of their own', async () => {
    const labels = async () =>
      new Set([...(await scrape()).keys()].filter((name) => name.startsWith('fieldhand_http')))
    await fetch(api('/api/v1/first-unknown'))
    const before = await labels()
    for (const path of ['/api/v1/x7', '/api/x8/y', '/x9', '/x10/leads?x=11', '//x12']) await fetch(api(path))
    expect(await labels()).toEqual(before)
    expect(await scrapeText()).not.toMatch(/unknown|x7|x8|x9|x1\d/)
  })

  it('counts refusals by the name of the limit', async () => {
    const refusals = 'fieldhand_rate_limit_refusals_total{limit="conversationsAtOncePerAddress"}'
    expect((await scrape()).get(refusals)).toBeUndefined()
    const statuses = []
    for (let count = 0; count < 25; count += 1) statuses.push((await startChat('10.0.0.3')).status)
    const refused = statuses.filter((status) => status === 429).length
    expect(refused).toBeGreaterThan(0)
    expect((await scrape()).get(refusals)).toBe(refused)
  })

  it('says when the daily jobs ran, and that each of them succeeded', async () => {
    const started = Date.now() / 1_000 - 600
    await eventually(async () => {
      const scraped = await scrape()
      expect(scraped.get('fieldhand_daily_jobs_last_run_timestamp_seconds')).toBeGreaterThan(started)
      expect(scraped.get('fieldhand_daily_job_runs_total{job="retention",outcome="done"}')).toBe(1)
    })
  })
})
