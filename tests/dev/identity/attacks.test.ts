import { createHook } from 'node:async_hooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPublicPassword } from '../../../dev/identity/passwords.ts'
import { errorCode, openIdentity, PASSWORD, type TestIdentity } from './support.ts'

const ATTACKER = '203.0.113.9'

let identity: TestIdentity
beforeAll(async () => {
  identity = await openIdentity()
  await identity.browser().signUp('owner@example.com')
})
afterAll(() => identity.close())

async function guess(email: string, times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let attempt = 0; attempt < times; attempt += 1) {
    statuses.push((await identity.browser(ATTACKER).signIn(email, `guess-${attempt}`)).status)
  }
  return statuses
}

/** Number of hashed passwords, which determines the duration of a sign-in. */
async function hashings(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const hook = createHook({
    init: (_, type) => {
      if (type === 'SCRYPTREQUEST') count += 1
    },
  }).enable()
  try {
    await work()
  } finally {
    hook.disable()
  }
  return count
}

describe('guessing passwords', () => {
  test('stops an address after ten guesses at an account, and locks out nobody else', async () => {
    const known = identity.browser(ATTACKER)
    await known.signIn('owner@example.com')
    await known.delete('/client/sessions')

    expect(await guess('owner@example.com', 12)).toEqual([...Array(10).fill(422), 429, 429])
    const refused = await identity.browser(ATTACKER).signIn('owner@example.com')
    expect([refused.status, errorCode(refused)]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)

    expect((await identity.browser('198.51.100.4').signIn('owner@example.com')).status).toBe(200)
    // A browser that has signed in before is counted separately, wherever it is.
    expect((await known.signIn('owner@example.com')).status).toBe(200)
  })

  test('stops all addresses together after a hundred guesses at an account in an hour', async () => {
    const email = 'target@example.com'
    const known = identity.browser('203.0.113.99')
    await known.signUp(email)
    await known.delete('/client/sessions')
    // A public password is fast to check.
    const password_hash = await hashPublicPassword(PASSWORD)
    await identity.db
      .updateTable('identity_users')
      .set({ password_hash })
      .where('email', '=', email)
      .execute()
    const guessFrom = async (address: string) =>
      (await identity.browser(address).signIn(email, 'a guess')).status
    // Right passwords don't count.
    for (let time = 0; time < 3; time += 1) {
      expect((await identity.browser('192.0.2.1').signIn(email)).status).toBe(200)
    }
    const statuses: number[] = []
    for (let number = 0; number < 104; number += 1) statuses.push(await guessFrom(`192.0.2.${number % 52}`))
    expect(statuses.indexOf(429)).toBe(100)
    const refused = await identity.browser('198.51.100.77').signIn(email)
    expect([refused.status, errorCode(refused)]).toEqual([429, 'too_many_requests'])

    expect((await known.signIn(email)).status).toBe(200)
    expect((await identity.browser('192.0.2.1').signIn('owner@example.com')).status).toBe(200)
  })

  test('stops an address after sixty guesses at any accounts', async () => {
    // A public password is fast to check.
    const password_hash = await hashPublicPassword(PASSWORD)
    const times = { created_at: new Date(0), updated_at: new Date(0) }
    const users = Array.from({ length: 60 }, (_, index) => {
      const id = `user_${index}`
      return { id, email: `${id}@example.com`, email_id: `idn_${index}`, password_hash, ...times }
    })
    await identity.db.insertInto('identity_users').values(users).execute()
    const statuses: number[] = []
    for (const email of ['nobody@example.com', ...users.map(({ email }) => email), 'none@example.com']) {
      const browser = identity.browser('203.0.113.60')
      statuses.push((await browser.signIn(email, 'a guess')).status)
    }
    expect(statuses.indexOf(429)).toBe(60)
  })
})

describe('filling the database', () => {
  const rows = async () => {
    const count = async (table: 'identity_clients' | 'identity_attempts') =>
      (await identity.db.selectFrom(table).select('id').execute()).length
    return [await count('identity_clients'), await count('identity_attempts')]
  }

  test('with wrong passwords stores no browser and no attempt', async () => {
    const before = await rows()
    const statuses: number[] = []
    for (let attempt = 0; attempt < 12; attempt += 1) {
      statuses.push((await identity.browser('203.0.113.61').signIn('nobody@example.com', 'wrong')).status)
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
    expect(await rows()).toEqual(before)
  })

  test('with long account names is refused', async () => {
    const before = await rows()
    const long = `${'x'.repeat(300)}@example.com`
    const answers = [
      await identity.browser().post('/client/sign_ins', { identifier: long }),
      await identity.browser().signIn(long),
    ]
    for (const answer of answers) {
      expect([answer.status, errorCode(answer)]).toEqual([422, 'form_param_format_invalid'])
    }
    expect(await rows()).toEqual(before)
  })

  test('with sign-ups that have only a password stops after twenty', async () => {
    const statuses: number[] = []
    for (let attempt = 0; attempt < 21; attempt += 1) {
      const browser = identity.browser('203.0.113.62')
      statuses.push((await browser.post('/client/sign_ups', { password: 'x' })).status)
    }
    expect(statuses.indexOf(429)).toBe(20)
  })

  test('with new browsers stops an address after six hundred', async () => {
    const statuses: number[] = []
    for (let attempt = 0; attempt < 602; attempt += 1) {
      const browser = identity.browser('203.0.113.63')
      statuses.push((await browser.post('/client/sign_ins', { identifier: 'owner@example.com' })).status)
    }
    expect(statuses.indexOf(429)).toBe(600)
  })
})

describe('probing whether an account exists', () => {
  const attempt = async (email: string) => {
    const browser = identity.browser()
    const started = await browser.post('/client/sign_ins', { identifier: email })
    const answer = await browser.post(`/client/sign_ins/${started.body.response.id}/attempt_first_factor`, {
      strategy: 'password',
      password: 'not-the-password',
    })
    const oneStep = await identity.browser().signIn(email, 'not-the-password')
    const without = JSON.stringify([started, answer, oneStep].map(({ status, body }) => [status, body]))
    return without
      .replaceAll(email, 'EMAIL')
      .replace(/"(id|sign_in_id)":"[^"]+"/g, '"$1":""')
      .replace(/"(created_at|updated_at)":\d+/g, '"$1":0')
  }

  test('gets the same responses at every step of a sign-in', async () => {
    expect(await attempt('nobody@example.com')).toBe(await attempt('owner@example.com'))
  })

  test('takes the same amount of hashing', async () => {
    const wrong = (email: string) => hashings(() => identity.browser().signIn(email, 'not-the-password'))
    expect([await wrong('owner@example.com'), await wrong('nobody@example.com')]).toEqual([1, 1])
  })

  test('by sign-up stops after twenty attempts from one address', async () => {
    const statuses: number[] = []
    for (let attempt = 0; attempt < 22; attempt += 1) {
      const browser = identity.browser('203.0.113.20')
      statuses.push((await browser.post('/client/sign_ups', { email_address: 'owner@example.com' })).status)
    }
    expect(statuses).toEqual([...Array(20).fill(422), 429, 429])
    expect((await identity.browser().signUp('another@example.com')).status).toBe(200)
  })
})

describe('a planted cookie', () => {
  test.each(['signIn', 'signUp'] as const)('is worthless after %s', async (way) => {
    const attacker = identity.browser()
    await attacker.post('/client/sign_ins', { identifier: 'someone@example.com' })
    const planted = attacker.jar.get('__client') ?? ''
    const victim = identity.browser()
    victim.jar.set('__client', planted)
    const email = way === 'signIn' ? 'owner@example.com' : 'planted@example.com'
    expect((await victim[way](email)).status).toBe(200)
    expect(victim.jar.get('__client')).not.toBe(planted)
    expect((await victim.get('/me')).status).toBe(200)
    expect((await attacker.get('/me')).status).toBe(401)
    expect((await attacker.get('/client')).body.response).toBeNull()
  })
})

describe('a new password', () => {
  test.each(['password', '12345678', 'QwertyUiop', 'iloveyou', ' password '])(
    'is refused if it is as common as %j',
    async (password) => {
      const answer = await identity.browser().signUp('common@example.com', password)
      expect([answer.status, errorCode(answer)]).toEqual([422, 'form_password_pwned'])
      expect(answer.body.errors[0].meta.param_name).toBe('password')
    },
  )

  test('ends the other sessions, whether or not requested', async () => {
    const browser = identity.browser()
    await browser.signUp('moving@example.com')
    const other = identity.browser()
    await other.signIn('moving@example.com')
    const common = await browser.post('/me/change_password', {
      current_password: PASSWORD,
      new_password: '12345678',
    })
    expect(errorCode(common)).toBe('form_password_pwned')
    expect((await other.get('/me')).status).toBe(200)
    const changed = await browser.post('/me/change_password', {
      current_password: PASSWORD,
      new_password: 'greenest-pastures',
      sign_out_of_other_sessions: 'false',
    })
    expect(changed.status).toBe(200)
    expect((await other.get('/me')).status).toBe(401)
    expect((await browser.get('/me')).status).toBe(200)
  })
})

describe('a host name that leads to this machine', () => {
  const ask = (host: string, path = '/v1/environment') =>
    identity.app().request(`http://${host}/__clerk${path}`, { headers: { Origin: `http://${host}` } })

  test.each(['evil.example:3000', 'localhost.evil.example', '203.0.113.9:3000'])(
    "is refused if it is not the console's: %s",
    async (host) => {
      for (const path of ['/v1/environment', '/.well-known/jwks.json', '/v1/client']) {
        const answer = await ask(host, path)
        expect([answer.status, (await answer.json()).errors[0].code]).toEqual([400, 'host_invalid'])
      }
    },
  )

  test.each(['localhost:3000', '127.0.0.1:3003', '[::1]:3000', 'app.localhost:3000'])(
    'is accepted: %s',
    async (host) => {
      expect((await ask(host)).status).toBe(200)
    },
  )

  test('gets security headers with every response', async () => {
    for (const host of ['localhost:3000', 'evil.example']) {
      const { headers } = await ask(host)
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      })
    }
  })
})
