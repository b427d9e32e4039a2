import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cookieSuffix } from '../../../dev/identity/cookies.ts'
import { errorCode, openIdentity, PASSWORD, PUBLISHABLE_KEY, type TestIdentity } from './support.ts'

const MINUTE = 60_000
const DAY = 86_400_000

let identity: TestIdentity
beforeAll(async () => {
  identity = await openIdentity()
})
afterAll(() => identity.close())

describe('sign-up', () => {
  test('creates an account immediately, signs it in, and issues a token that verifies with the published keys', async () => {
    const browser = identity.browser()
    const answer = await browser.signUp('ada@example.com')
    expect(answer.status).toBe(200)
    expect(answer.body.response).toMatchObject({ status: 'complete', email_address: 'ada@example.com' })
    const [session] = answer.body.client.sessions
    expect(session.id).toBe(answer.body.response.created_session_id)
    expect(session.user.email_addresses[0].verification.status).toBe('verified')
    expect(session.user.organization_memberships).toEqual([])

    const { body } = await browser.token()
    const claims = await identity.verify(body.jwt)
    expect(claims).toMatchObject({
      v: 2,
      sid: session.id,
      sub: session.user.id,
      azp: 'http://localhost:3000',
    })
    expect(claims.exp - claims.iat).toBe(60)
    expect(claims.o).toBeUndefined()
  })

  test('can take several steps', async () => {
    const browser = identity.browser()
    const first = await browser.post('/client/sign_ups', { email_address: 'steps@example.com' })
    expect(first.body.response).toMatchObject({
      status: 'missing_requirements',
      missing_fields: ['password'],
    })
    const second = await browser.patch(`/client/sign_ups/${first.body.response.id}`, { password: PASSWORD })
    expect(second.body.response.status).toBe('complete')
    expect(second.body.client.sign_up).toBeNull()
  })

  test.each([
    [{ email_address: 'nonsense', password: PASSWORD }, 'form_param_format_invalid'],
    [{ email_address: '', password: PASSWORD }, 'form_param_format_invalid'],
    [{ email_address: `${'a'.repeat(300)}@example.com`, password: PASSWORD }, 'form_param_format_invalid'],
    [{ email_address: 'short@example.com', password: '1234567' }, 'form_password_length_too_short'],
    [{ email_address: 'long@example.com', password: 'x'.repeat(73) }, 'form_password_length_too_long'],
    [{ email_address: 'nul@example.com', password: 'abc\0defgh' }, 'form_param_format_invalid'],
    [{ email_address: 'name@example.com', first_name: 'x'.repeat(256) }, 'form_param_format_invalid'],
  ])('refuses %j', async (fields, code) => {
    const answer = await identity.browser().post('/client/sign_ups', fields)
    expect(answer.status).toBe(422)
    expect(errorCode(answer)).toBe(code)
  })

  test('one email address has one account, in any spelling and with concurrent requests', async () => {
    const answers = await Promise.all(
      ['twice@example.com', ' TWICE@example.com ', 'twice@Example.com'].map((email) =>
        identity.browser().signUp(email),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    const refused = answers.filter(({ status }) => status === 422)
    expect(refused.map(errorCode)).toEqual(['form_identifier_exists', 'form_identifier_exists'])
  })

  test('another browser cannot continue a sign-up', async () => {
    const { body } = await identity.browser().post('/client/sign_ups', { email_address: 'own@example.com' })
    const stranger = identity.browser()
    await stranger.post('/client/sign_ups', { email_address: 'stranger@example.com' })
    const answer = await stranger.patch(`/client/sign_ups/${body.response.id}`, { password: PASSWORD })
    expect([answer.status, errorCode(answer)]).toEqual([404, 'resource_not_found'])
  })

  test.each(['sign_ups', 'sign_ins'])('a social button requires a real key (%s)', async (attempt) => {
    const answer = await identity
      .browser()
      .post(`/client/${attempt}`, { strategy: 'oauth_google', redirect_url: 'http://localhost:3000/' })
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0].long_message).toBe(
      'Google sign-in needs a real Clerk publishable key. Use an email and password on this machine.',
    )
  })
})

describe('sign-in', () => {
  beforeAll(async () => {
    await identity.browser().signUp('grace@example.com')
  })

  test('accepts the right password, in one step or in two', async () => {
    const one = await identity.browser().signIn('Grace@Example.com')
    expect(one.body.response.status).toBe('complete')
    expect(one.body.client.sessions).toHaveLength(1)

    const browser = identity.browser()
    const first = await browser.post('/client/sign_ins', { identifier: 'grace@example.com' })
    expect(first.body.response).toMatchObject({
      status: 'needs_first_factor',
      supported_first_factors: [{ strategy: 'password' }],
    })
    const second = await browser.post(`/client/sign_ins/${first.body.response.id}/attempt_first_factor`, {
      strategy: 'password',
      password: PASSWORD,
    })
    expect(second.body.response.status).toBe('complete')
  })

  test('a wrong password and an unknown account get the same error, and sign no one in', async () => {
    const browser = identity.browser()
    for (const email of ['grace@example.com', 'nobody@example.com']) {
      const refused = await browser.signIn(email, 'not-the-password')
      expect([refused.status, errorCode(refused)]).toEqual([422, 'form_password_or_identifier_incorrect'])
      expect(refused.body.errors[0].meta.param_name).toBe('password')
    }
    expect((await browser.get('/client')).body.response).toBeNull()
    expect(browser.jar.get('__client_uat')).toBe('0')
  })

  test('another browser cannot finish it', async () => {
    const { body } = await identity.browser().post('/client/sign_ins', { identifier: 'grace@example.com' })
    const stranger = identity.browser()
    await stranger.post('/client/sign_ins', { identifier: 'grace@example.com' })
    const answer = await stranger.post(`/client/sign_ins/${body.response.id}/attempt_first_factor`, {
      strategy: 'password',
      password: PASSWORD,
    })
    expect(answer.status).toBe(404)
  })
})

describe('cookies', () => {
  test('the secret is readable by the server only; scripts can read the sign-in time, under two names', async () => {
    const { cookies } = await identity.browser().signUp('cookies@example.com')
    const named = (name: string) => cookies.find((cookie) => cookie.startsWith(`${name}=`))
    expect(named('__client')).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
    const seconds = String(Math.floor(identity.deps.clock().getTime() / 1000))
    for (const name of ['__client_uat', `__client_uat_${cookieSuffix(PUBLISHABLE_KEY)}`]) {
      expect(named(name)).toMatch(new RegExp(`^${name}=${seconds}; .*Path=/; SameSite=Lax$`))
      expect(named(name)).not.toContain('HttpOnly')
    }
  })

  test('only a hash of the secret is stored', async () => {
    const browser = identity.browser()
    await browser.signUp('hashed@example.com')
    const secret = browser.jar.get('__client') ?? ''
    expect(secret.length).toBeGreaterThan(40)
    const rows = await identity.db.selectFrom('identity_clients').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('a forged or expired secret is signed out, and the browser is told', async () => {
    const browser = identity.browser()
    browser.jar.set('__client', 'forged')
    browser.jar.set('__client_uat', '1700000000')
    expect((await browser.get('/client')).body.response).toBeNull()
    expect(browser.jar.get('__client_uat')).toBe('0')
  })
})

describe('sessions', () => {
  test('survive a restart of the server', async () => {
    const browser = identity.browser()
    await browser.signUp('restart@example.com')
    const before = await browser.sessionId()
    identity.restart()
    expect(await browser.sessionId()).toBe(before)
    const { body } = await browser.token()
    expect((await identity.verify(body.jwt)).sid).toBe(before)
  })

  test('end with sign-out: no more tokens, and the cookie says so', async () => {
    const browser = identity.browser()
    await browser.signUp('leaving@example.com')
    const id = await browser.sessionId()
    await browser.delete('/client/sessions')
    expect(browser.jar.get('__client_uat')).toBe('0')
    const answer = await browser.post(`/client/sessions/${id}/tokens`)
    expect([answer.status, errorCode(answer)]).toEqual([401, 'authentication_invalid'])
    expect((await browser.get('/me')).status).toBe(401)
  })

  test.each(['end', 'remove'])('end one by one (%s)', async (verb) => {
    const browser = identity.browser()
    await browser.signUp(`${verb}@example.com`)
    const id = await browser.sessionId()
    expect((await browser.post(`/client/sessions/${id}/${verb}`)).status).toBe(200)
    expect((await browser.post(`/client/sessions/${id}/tokens`)).status).toBe(401)
    expect(browser.jar.get('__client_uat')).toBe('0')
  })

  test('of other users are inaccessible', async () => {
    const owner = identity.browser()
    await owner.signUp('mine@example.com')
    const id = await owner.sessionId()
    const stranger = identity.browser()
    await stranger.signUp('yours@example.com')
    for (const verb of ['tokens', 'touch', 'end', 'remove']) {
      expect((await stranger.post(`/client/sessions/${id}/${verb}`)).status).toBe(401)
    }
    expect((await owner.token()).status).toBe(200)
  })

  test('end after seven days, and tokens after a minute', async () => {
    const browser = identity.browser()
    await browser.signUp('expiring@example.com')
    const id = await browser.sessionId()
    const { body } = await browser.token()
    identity.advance(MINUTE + 1000)
    await expect(identity.verify(body.jwt)).rejects.toThrow('exp')
    identity.advance(7 * DAY - 2 * MINUTE)
    expect((await browser.post(`/client/sessions/${id}/tokens`)).status).toBe(200)
    identity.advance(MINUTE)
    expect((await browser.post(`/client/sessions/${id}/tokens`)).status).toBe(401)
    expect((await browser.get('/client')).body.response.sessions).toEqual([])
    expect(browser.jar.get('__client_uat')).toBe('0')
  })
})

describe('the user', () => {
  test('changes name and password, which ends the other sessions', async () => {
    const browser = identity.browser()
    await browser.signUp('changing@example.com')
    const other = identity.browser()
    await other.signIn('changing@example.com')
    const named = await browser.patch('/me', { first_name: 'Grete', last_name: '' })
    expect(named.body.response).toMatchObject({ first_name: 'Grete', last_name: null })

    const refused = await browser.post('/me/change_password', {
      current_password: 'not-the-password',
      new_password: 'greenest-pastures',
    })
    expect([refused.status, errorCode(refused)]).toEqual([422, 'form_password_incorrect'])
    const changed = await browser.post('/me/change_password', {
      current_password: PASSWORD,
      new_password: 'greenest-pastures',
    })
    expect(changed.status).toBe(200)
    expect((await other.get('/me')).status).toBe(401)
    expect((await browser.get('/me')).status).toBe(200)
    expect((await identity.browser().signIn('changing@example.com')).status).toBe(422)
    expect((await identity.browser().signIn('changing@example.com', 'greenest-pastures')).status).toBe(200)
  })
})
