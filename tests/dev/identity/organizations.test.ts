import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MOST_CREATED } from '../../../dev/identity/organizations.ts'
import { SEATS } from '../../../dev/identity/present/organization.ts'
import { type Browser, errorCode, openIdentity, type TestIdentity } from './support.ts'

let identity: TestIdentity
let owner: Browser
let organizationId: string

beforeAll(async () => {
  identity = await openIdentity()
  owner = identity.browser()
  await owner.signUp('owner@example.com')
  organizationId = await owner.createOrganization('Green Acres Lawn & Landscape')
})
afterAll(() => identity.close())

const people = { count: 0 }

/** Creates a user, who is a member of the organization if a role is given. */
async function person(role?: 'org:admin' | 'org:member', id = organizationId) {
  people.count += 1
  identity.advance(1000)
  const email = `person-${people.count}@example.com`
  const browser = identity.browser()
  await browser.signUp(email)
  if (role) {
    await owner.post(`/organizations/${id}/invitations`, { email_address: email, role })
    const { body } = await browser.get('/me/organization_invitations')
    await browser.post(`/me/organization_invitations/${body.response.data[0].id}/accept`)
  }
  return { browser, email, userId: (await browser.get('/me')).body.response.id as string }
}

const productRow = (id: string) =>
  identity.db.selectFrom('organizations').where('id', '=', id).selectAll().executeTakeFirst()

describe('an organization', () => {
  test('is created with its owner as admin and with a trial in the product', async () => {
    const { body } = await owner.get('/me/organization_memberships')
    expect(body.response).toMatchObject({
      total_count: 1,
      data: [
        {
          role: 'org:admin',
          organization: { id: organizationId, slug: 'green-acres-lawn-landscape', members_count: 1 },
        },
      ],
    })
    expect(await productRow(organizationId)).toMatchObject({
      name: 'Green Acres Lawn & Landscape',
      subscription_status: 'trialing',
      plan: 'starter_alpha_',
    })
  })

  test('is one of at most ten that a user creates, also if others were deleted', async () => {
    const { browser } = await person()
    for (let each = 1; each <= MOST_CREATED; each += 1) {
      const id = await browser.createOrganization(`Lawn ${each}`)
      if (each === 1) await browser.delete(`/organizations/${id}`)
    }
    const answer = await browser.post('/organizations', { name: 'One more' })
    expect([answer.status, errorCode(answer)]).toEqual([403, 'organization_creation_limit_exceeded'])
    expect(answer.body.errors[0].message).toBe('You have created 10 organizations, and cannot create more.')
  })

  test('gets a unique slug if names are equal', async () => {
    const { browser } = await person()
    const id = await browser.createOrganization('Green Acres Lawn & Landscape')
    const { body } = await browser.get(`/organizations/${id}`)
    expect(body.response.slug).toMatch(/^green-acres-lawn-landscape-.{8}$/)
  })

  test.each([
    ['', 'form_param_missing'],
    ['   ', 'form_param_missing'],
    ['x'.repeat(256), 'form_param_format_invalid'],
  ])('requires a name of valid length: %j', async (name, code) => {
    const answer = await owner.post('/organizations', { name })
    expect([answer.status, errorCode(answer)]).toEqual([422, code])
  })

  test('is also renamed in the product', async () => {
    const id = await owner.createOrganization('Old Name')
    const answer = await owner.patch(`/organizations/${id}`, { name: ' 庭 🌳 <b>New</b> ' })
    expect(answer.body.response.name).toBe('庭 🌳 <b>New</b>')
    expect((await productRow(id))?.name).toBe('庭 🌳 <b>New</b>')
  })

  test('refuses a slug that another one has', async () => {
    const id = await owner.createOrganization('Slugless')
    const answer = await owner.patch(`/organizations/${id}`, { slug: 'green-acres-lawn-landscape' })
    expect([answer.status, errorCode(answer)]).toEqual([422, 'form_identifier_exists'])
  })

  test('is deleted with its product data, and its sessions have no organization', async () => {
    const id = await owner.createOrganization('Short-lived')
    await owner.post(`/client/sessions/${await owner.sessionId()}/touch`, { active_organization_id: id })
    const { status, body } = await owner.delete(`/organizations/${id}`)
    expect([status, body.response]).toEqual([200, { object: 'organization', id, deleted: true }])
    expect(await productRow(id)).toBeUndefined()
    expect(body.client.sessions[0].last_active_organization_id).toBeNull()
  })
})

describe('switching', () => {
  test('is one touch, after which tokens name the other organization; none means the user alone', async () => {
    const { browser } = await person()
    const first = await browser.createOrganization('First')
    const second = await browser.createOrganization('Second')
    const session = await browser.sessionId()
    for (const [id, slug] of [
      [first, 'first'],
      [second, 'second'],
    ] as const) {
      const { body } = await browser.post(`/client/sessions/${session}/touch`, { active_organization_id: id })
      const claims = await identity.verify(body.response.last_active_token.jwt)
      expect(claims.o).toEqual({ id, slg: slug, rol: 'admin' })
      expect(claims.pla).toBe('o:free_org')
    }
    const asked = await browser.token({ organization_id: first })
    expect((await identity.verify(asked.body.jwt)).o.id).toBe(first)
    const { body } = await browser.post(`/client/sessions/${session}/touch`, { active_organization_id: '' })
    expect((await identity.verify(body.response.last_active_token.jwt)).o).toBeUndefined()
  })

  test('starts a new session in the last organization', async () => {
    const { browser, email } = await person()
    await browser.createOrganization('Joined first')
    const second = await browser.createOrganization('Worked in last')
    await browser.post(`/client/sessions/${await browser.sessionId()}/touch`, {
      active_organization_id: second,
    })
    await browser.delete('/client/sessions')
    const { body } = await browser.signIn(email)
    expect(body.client.sessions[0].last_active_organization_id).toBe(second)
  })

  test('to an organization of non-members is refused, and no token names it', async () => {
    const { browser } = await person()
    const touch = await browser.post(`/client/sessions/${await browser.sessionId()}/touch`, {
      active_organization_id: organizationId,
    })
    expect([touch.status, errorCode(touch)]).toEqual([404, 'organization_not_found_or_unauthorized'])
    expect((await browser.token({ organization_id: organizationId })).status).toBe(401)
    expect((await identity.verify((await browser.token()).body.jwt)).o).toBeUndefined()
  })
})

const ROUTES: [method: 'get' | 'post' | 'patch' | 'delete', path: string][] = [
  ['get', ''],
  ['patch', ''],
  ['delete', ''],
  ['get', '/roles'],
  ['get', '/domains'],
  ['get', '/membership_requests'],
  ['get', '/memberships'],
  ['patch', '/memberships/USER'],
  ['delete', '/memberships/USER'],
  ['get', '/invitations'],
  ['post', '/invitations'],
  ['post', '/invitations/bulk'],
  ['post', '/invitations/INVITATION/revoke'],
  ['get', '/billing/subscription'],
  ['get', '/billing/payment_methods'],
  ['get', '/billing/statements'],
  ['get', '/billing/payment_attempts'],
  ['get', '/billing/credits'],
  ['post', '/billing/checkouts'],
  ['patch', '/billing/checkouts/CHECKOUT'],
  ['patch', '/billing/checkouts/CHECKOUT/confirm'],
  ['delete', '/billing/subscription_items/csubi_ORGANIZATION'],
]
const ADMIN_ONLY = ROUTES.filter(([method, path]) => method !== 'get' || path === '/invitations')

describe('access', () => {
  let target: (path: string) => string
  let snapshot: () => Promise<unknown>

  beforeAll(async () => {
    const invited = await owner.post(`/organizations/${organizationId}/invitations`, {
      email_address: 'invited@example.com',
    })
    const checkout = await owner.post(`/organizations/${organizationId}/billing/checkouts`, {
      plan_id: 'cplan_growth',
    })
    const me = await owner.get('/me')
    target = (path) =>
      `/organizations/${organizationId}${path}`
        .replace('USER', me.body.response.id)
        .replace('INVITATION', invited.body.response.id)
        .replace('CHECKOUT', checkout.body.response.id)
        .replace('ORGANIZATION', organizationId)
    snapshot = async () => ({
      organization: (await owner.get(target(''))).body,
      invitations: (await owner.get(target('/invitations'))).body,
      memberships: (await owner.get(target('/memberships'))).body,
      subscription: (await owner.get(target('/billing/subscription'))).body,
      product: await productRow(organizationId),
    })
  })

  const fields = {
    name: 'Taken over',
    role: 'org:member',
    email_address: 'x@example.com',
    plan_id: 'cplan_growth',
  }

  test('an owner of another organization is refused on every route without effect', async () => {
    const { browser } = await person()
    await browser.createOrganization('Rival Mowing')
    const before = await snapshot()
    for (const [method, path] of ROUTES) {
      const answer = await browser[method](target(path), fields)
      expect([path, answer.status, errorCode(answer)]).toEqual([
        path,
        404,
        'organization_not_found_or_unauthorized',
      ])
      const { body } = await browser[method](target(path).replace(organizationId, 'org_unknown'), fields)
      expect(body.errors).toEqual(answer.body.errors)
    }
    expect(await snapshot()).toEqual(before)
  })

  test('signed-out users are refused', async () => {
    for (const [method, path] of ROUTES) {
      const answer = await identity.browser()[method](target(path), fields)
      expect([path, answer.status, errorCode(answer)]).toEqual([path, 401, 'authentication_invalid'])
    }
  })

  test('members read, and only admins change', async () => {
    const { browser } = await person('org:member')
    const before = await snapshot()
    for (const [method, path] of ROUTES) {
      const answer = await browser[method](target(path), fields)
      const refused = ADMIN_ONLY.some(([m, p]) => m === method && p === path)
      expect([method, path, answer.status]).toEqual([method, path, refused ? 403 : 200])
      if (refused) expect(errorCode(answer)).toBe('missing_permission')
    }
    expect(await snapshot()).toEqual(before)
  })
})

describe('members', () => {
  test('are listed in pages, searched, and filtered by role', async () => {
    const id = await owner.createOrganization('Listed')
    const { email } = await person('org:member', id)
    const list = async (query: string) =>
      (await owner.get(`/organizations/${id}/memberships?${query}`)).body.response
    expect((await list('')).total_count).toBe(2)
    expect(await list('limit=1&offset=1')).toMatchObject({
      total_count: 2,
      data: [{ public_user_data: { identifier: email } }],
    })
    expect(await list(`query=${email.toUpperCase()}`)).toMatchObject({ total_count: 1 })
    expect(await list('query=%25')).toMatchObject({ total_count: 0 })
    expect(await list('role=org:admin')).toMatchObject({ total_count: 1, data: [{ role: 'org:admin' }] })
    expect((await list('limit=-1&offset=nonsense')).data).toHaveLength(2)
  })

  test('get no token for the organization once removed', async () => {
    const { browser, userId } = await person('org:member')
    const session = await browser.sessionId()
    await browser.post(`/client/sessions/${session}/touch`, { active_organization_id: organizationId })
    expect((await owner.delete(`/organizations/${organizationId}/memberships/${userId}`)).status).toBe(200)
    expect((await browser.token({ organization_id: organizationId })).status).toBe(401)
    expect((await identity.verify((await browser.token()).body.jwt)).o).toBeUndefined()
  })

  test('can leave, except for the last admin', async () => {
    const id = await owner.createOrganization('Left')
    const { browser } = await person('org:admin', id)
    const me = (await owner.get('/me')).body.response.id
    const [one, two] = await Promise.all([
      owner.delete(`/me/organization_memberships/${id}`),
      browser.delete(`/me/organization_memberships/${id}`),
    ])
    expect([one.status, two.status].sort()).toEqual([200, 400])
    const left = one.status === 200 ? browser : owner
    const last = await left.delete(`/me/organization_memberships/${id}`)
    expect(errorCode(last)).toBe('organization_minimum_permissions_needed')
    const { response } = (await left.get('/me')).body
    const demoted = await left.patch(`/organizations/${id}/memberships/${response.id}`, {
      role: 'org:member',
    })
    expect(errorCode(demoted)).toBe('organization_minimum_permissions_needed')
    expect([me, response.id]).toContain(
      (await left.get(`/organizations/${id}/memberships`)).body.response.data[0].public_user_data.user_id,
    )
  })

  test('change roles, only to existing roles', async () => {
    const id = await owner.createOrganization('Roles')
    const { userId } = await person('org:member', id)
    const changed = await owner.patch(`/organizations/${id}/memberships/${userId}`, { role: 'org:admin' })
    expect(changed.body.response.role).toBe('org:admin')
    const answer = await owner.patch(`/organizations/${id}/memberships/${userId}`, { role: 'org:emperor' })
    expect([answer.status, errorCode(answer)]).toEqual([422, 'form_param_format_invalid'])
    const unknown = await owner.patch(`/organizations/${id}/memberships/user_unknown`, { role: 'org:admin' })
    expect(unknown.status).toBe(404)
  })
})

describe('invitations', () => {
  test('are visible to the invited user only and accepted once', async () => {
    const id = await owner.createOrganization('Inviting')
    const guest = await person()
    const other = await person()
    const sent = await owner.post(`/organizations/${id}/invitations/bulk`, {
      email_address: [guest.email.toUpperCase(), 'elsewhere@example.com', guest.email],
      role: 'org:admin',
    })
    expect(sent.body.response.map((one: { email_address: string }) => one.email_address)).toEqual([
      guest.email,
      'elsewhere@example.com',
    ])
    expect((await other.browser.get('/me/organization_invitations')).body.response.total_count).toBe(0)
    const invitationId = sent.body.response[0].id
    expect((await other.browser.post(`/me/organization_invitations/${invitationId}/accept`)).status).toBe(404)
    const answers = await Promise.all(
      [1, 2].map(() => guest.browser.post(`/me/organization_invitations/${invitationId}/accept`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    const { body } = await guest.browser.get('/me/organization_memberships')
    expect(body.response.data[0]).toMatchObject({ role: 'org:admin', organization: { id } })
  })

  test('are not sent to members, twice, to invalid addresses, or beyond the seats; one bad address sends none', async () => {
    const id = await owner.createOrganization('Careful')
    const invite = (email_address: string[]) =>
      owner.post(`/organizations/${id}/invitations/bulk`, { email_address })
    await invite(['pending@example.com'])
    for (const [emails, code] of [
      [['new@example.com', 'owner@example.com'], 'already_a_member_in_organization'],
      [['new@example.com', 'Pending@example.com'], 'duplicate_record'],
      [['new@example.com', 'nonsense'], 'form_param_format_invalid'],
      [[], 'form_param_missing'],
      [
        Array.from({ length: SEATS - 1 }, (_, n) => `seat-${n}@example.com`),
        'organization_membership_quota_exceeded',
      ],
    ] as const) {
      expect(errorCode(await invite([...emails]))).toBe(code)
    }
    expect((await owner.get(`/organizations/${id}/invitations`)).body.response.total_count).toBe(1)
  })

  test('can be revoked', async () => {
    const guest = await person()
    const sent = await owner.post(`/organizations/${organizationId}/invitations`, {
      email_address: guest.email,
    })
    const path = `/organizations/${organizationId}/invitations/${sent.body.response.id}/revoke`
    expect((await owner.post(path)).body.response.status).toBe('revoked')
    const accept = `/me/organization_invitations/${sent.body.response.id}/accept`
    expect((await guest.browser.post(accept)).status).toBe(404)
    expect((await owner.post(path)).status).toBe(404)
  })
})
