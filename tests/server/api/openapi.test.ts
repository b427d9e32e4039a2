import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { commandOf } from '../../../scripts/lib/run.ts'
import { createApi } from '../../../server/app/api.ts'
import { GREEN, send } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()
// biome-ignore lint/suspicious/noExplicitAny: the document is looked into as a reader would
let document: any
beforeAll(async () => {
  document = (await send(server, '/api/v1/openapi.json', { as: null })).body
})

const described = () =>
  Object.entries<object>(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )

describe('the OpenAPI document', () => {
  it("has version 3.1 and the API's URL", () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.servers).toEqual([{ url: server.deps.config.origins.api }])
  })

  it('describes exactly the existing routes', () => {
    const routes = createApi(server.deps)
      .routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    expect(described().sort()).toEqual([...new Set(routes)].sort())
    expect(routes.length).toBeGreaterThan(25)
  })

  it('passes the linter', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldhand-openapi-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(document))
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        commandOf('@redocly/cli', 'redocly'),
        'lint',
        file,
        '--config',
        join(import.meta.dirname, 'redocly.yaml'),
      ],
      {
        encoding: 'utf8',
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    )
    expect([status, stdout, stderr].join('\n')).toMatch(/^0\n[\s\S]*Your API description is valid/)
    expect(stderr).not.toContain('warning')
  })

  it('names each operation once', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods as object))
    const ids = operations.map(({ operationId }) => operationId)
    expect(ids.filter((id) => !/^[a-z]\w+$/.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
    const tags = document.tags.map(({ name }: { name: string }) => name)
    expect(operations.filter((operation) => !tags.includes(operation.tags[0]))).toEqual([])
  })

  it('contains every referenced schema', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, path]) => path)
    expect(references.length).toBeGreaterThan(50)
    for (const reference of new Set(references)) {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(reference ?? '')?.[1] ?? ''
      expect(document.components.schemas, reference).toHaveProperty(name)
    }
  })

  it('declares the parameters of each path, the statuses, and the security', () => {
    const update = document.paths['/api/v1/organizations/{orgId}/leads/{leadId}/status'].put
    expect(
      update.parameters.map(({ name, required }: { name: string; required: boolean }) => [name, required]),
    ).toEqual([
      ['orgId', true],
      ['leadId', true],
      ['status', true],
      ['notes', false],
      ['loss_reason', false],
      ['updated_at', false],
      ['X-Organization-ID', false],
    ])
    expect(Object.keys(update.responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '429',
      '503',
    ])
    expect(update.security).toEqual([{ session: [] }, { apiKey: ['leads:write'] }])
    const all = '/api/v1/organizations/{orgId}/export'
    expect(document.paths[all].get.security).toEqual([{ session: [] }])
    expect(update.responses[200].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/Lead',
    })
    expect(document.paths['/api/v1/widget/{org}/config'].get.security).toEqual([])
    expect(document.paths['/api/v1/integrations/hubspot'].delete.responses).toHaveProperty('204')
  })

  it('describes an unchanged list and the number of its parts', () => {
    const { parameters, responses } = document.paths['/api/v1/organizations/{orgId}/leads'].get
    expect(responses[304]).toEqual({ description: 'Unchanged since the response with this ETag' })
    const schemaOf = (wanted: string) =>
      parameters.find(({ name }: { name: string }) => name === wanted)?.schema
    expect(schemaOf('If-None-Match')).toEqual({ type: 'string' })
    expect(schemaOf('limit')).toEqual({ type: 'string', pattern: '^[1-9]\\d{0,3}$' })
  })

  it('contains the schemas of the contract', () => {
    const { Lead, Profile } = document.components.schemas
    expect(Lead.required).toContain('created_at')
    expect(Lead.properties.contact_name).toEqual({ anyOf: [{ type: 'string' }, { type: 'null' }] })
    expect(Profile.properties.business_hours.maxItems).toBe(21)
  })

  it('needs no session', async () => {
    expect((await server.fetchApi('/api/v1/openapi.json', { as: null })).status).toBe(200)
    expect((await server.fetchApi(`/api/v1/organizations/${GREEN}`, { as: null })).status).toBe(401)
  })
})
