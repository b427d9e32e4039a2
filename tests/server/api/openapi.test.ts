import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { commandOf } from '../../../scripts/lib/run.ts'
import { ENDPOINT_NAMES } from '../../../server/api/endpoints.ts'
import { createApi } from '../../../server/app/api.ts'
import { GREEN, send } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()
// biome-ignore lint/suspicious/noExplicitAny: the document is looked into as a reader would
let document: any
beforeAll(async () => {
  document = (await send(server, '/api/v1/openapi.json', { as: null })).body
})

interface Described {
  headers?: object
  content: { 'application/json': { example: unknown } }
}

interface Parameter {
  name: string
  in: string
  required: boolean
  example: unknown
}

const LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

// biome-ignore lint/suspicious/noExplicitAny: see above
const operationNamed = (name: string): any =>
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods as Record<string, { operationId: string }>))
    .find(({ operationId }) => operationId === name)

const issuesOf = (schema: v.GenericSchema, value: unknown) =>
  (v.safeParse(schema, value).issues ?? []).map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)

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

  it('contains what it refers to', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, path]) => path)
    expect(references.length).toBeGreaterThan(50)
    for (const reference of new Set(references)) {
      const [, kind = '', name = ''] = /^#\/components\/(\w+)\/([\w-]+)$/.exec(reference ?? '') ?? []
      expect(document.components[kind], reference).toHaveProperty(name)
    }
  })

  it('has an example for everything that calls send and receive, which the contract accepts', () => {
    const faults = [...ENDPOINT_NAMES].flatMap(([target, name]) => {
      const { parameters, requestBody, responses } = operationNamed(name)
      const example = (part: Described | undefined) => part?.content['application/json'].example
      const missing = parameters.filter(
        (each: Parameter) => each.example === undefined && each.name !== 'If-None-Match',
      )
      const inQuery: Parameter[] = parameters.filter((each: Parameter) => each.in === 'query')
      const query = (given: Parameter[]) => Object.fromEntries(given.map((each) => [each.name, each.example]))
      const required = query(inQuery.filter((each) => each.required))
      const pairs: [v.GenericSchema | null | undefined, unknown][] = [
        [target.body, example(requestBody)],
        [target.reply, target.reply && example(responses[200])],
        [target.reply, target.creates ? example(responses[201]) : example(responses[200])],
        ...inQuery.map((each): [v.GenericSchema | undefined, unknown] => [
          target.query,
          { ...required, ...query([each]) },
        ]),
      ]
      const issues = pairs.flatMap(([schema, value]) => (schema ? issuesOf(schema, value) : []))
      return [...missing.map((each: Parameter) => `no example of ${each.name}`), ...issues].map(
        (fault) => `${name}: ${fault}`,
      )
    })
    expect(faults).toEqual([])
  })

  it('describes the errors and limits of each call', () => {
    const { responses } = document.components
    for (const [target, name] of ENDPOINT_NAMES) {
      const operation = operationNamed(name)
      for (const status of [400, 413, 429, 500, 503, ...(target.errors ?? [])]) {
        const kind = target.scope ? 'KeyError' : 'Error'
        expect(operation.responses[status], name).toEqual({ $ref: `#/components/responses/${kind}${status}` })
      }
      const [, success] = Object.entries<Described>(operation.responses)[0] ?? []
      expect(Object.keys(success?.headers ?? {}), name).toEqual(target.scope ? LIMIT_HEADERS : [])
    }
    expect(Object.keys(responses.KeyError429.headers)).toEqual([...LIMIT_HEADERS, 'Retry-After'])
    const { example } = responses.KeyError404.content['application/json']
    expect(example).toEqual({ code: 'not_found', message: 'The requested lead could not be found.' })
    expect(responses.Error404.content['application/json'].example).not.toHaveProperty('code')
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
      '500',
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
    expect(responses[304].description).toBe('Unchanged since the response with this ETag')
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
