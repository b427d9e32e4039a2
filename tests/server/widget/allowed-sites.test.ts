import { beforeAll, describe, expect, it } from 'vitest'
import { sharedServer } from '../../support/server.ts'

const GREEN = 'org_greenacres'
const RIVAL = 'org_rivalmowing'

const server = await sharedServer()
beforeAll(async () => {
  const saved = await server.fetchApi(`/api/v1/organizations/${GREEN}/profile`, {
    method: 'PUT',
    body: JSON.stringify({ allowed_domains: ['greenacres.example', 'https://www.partner.test/page'] }),
  })
  expect(saved.status).toBe(200)
})

const from = (origin: string | null, path: string, init: RequestInit = {}) =>
  server.fetchApi(`/api/v1/widget${path}`, {
    ...init,
    as: null,
    headers: { 'Content-Type': 'application/json', ...(origin && { Origin: origin }) },
  })
const begin = (origin: string | null, organization = GREEN) =>
  from(origin, `/${organization}/conversations`, { method: 'POST', body: '{}' })

describe('an organization that lists its websites', () => {
  it.each(['https://greenacres.example', 'http://www.greenacres.example:8080', 'https://partner.test'])(
    'allows %s',
    async (origin) => {
      expect((await from(origin, `/${GREEN}/config`)).status).toBe(200)
      expect((await begin(origin)).status).toBe(200)
    },
  )

  it.each(['https://stranger.test', 'https://greenacres.example.stranger.test', 'null'])(
    'refuses %s, with a reason and without stored data',
    async (origin) => {
      const config = await from(origin, `/${GREEN}/config`)
      expect([config.status, await config.json()]).toEqual([
        403,
        { message: 'This chat is not available on this website' },
      ])
      const count = () => server.deps.db.selectFrom('conversations').select('id').execute()
      const before = (await count()).length
      expect((await begin(origin)).status).toBe(403)
      expect(await count()).toHaveLength(before)
    },
  )

  it('allows its own chat page, the console, and requests without a page', async () => {
    const { widget, console } = server.deps.config.origins
    for (const origin of [widget, console, null]) expect((await begin(origin)).status).toBe(200)
  })

  it('lets only those websites frame its chat, by id and by name', async () => {
    for (const name of [GREEN, 'green-acres-lawn-&-landscape']) {
      const page = await server.app.widget.request(`/chat.html?org_id=${encodeURIComponent(name)}`)
      expect(page.headers.get('content-security-policy')).toContain(
        `; frame-ancestors 'self' ${server.deps.config.origins.console} greenacres.example:* *.greenacres.example:* partner.test:* *.partner.test:*`,
      )
    }
  })

  it('does not affect another organization', async () => {
    expect((await begin('https://stranger.test', RIVAL)).status).toBe(200)
    const page = await server.app.widget.request(`/chat.html?org_id=${RIVAL}`)
    expect(page.headers.get('content-security-policy')).not.toContain('frame-ancestors')
  })
})

it.each(['', '%00', 'x'.repeat(2_000), 'org_nobody'])(
  'the chat page of an unknown organization is served (%s)',
  async (name) => {
    expect((await server.app.widget.request(`/chat.html?org_id=${name}`)).status).toBe(200)
  },
)
