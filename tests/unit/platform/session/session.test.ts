import { expect, test } from 'vitest'
import { $session, getToken, toSession } from '../../../../src/platform/session/session.ts'

const user = {
  id: 'user_1',
  fullName: 'Ada Lovelace',
  primaryEmailAddress: { emailAddress: 'ada@example.com' },
}
const organization = { id: 'org_1', name: 'Green Acres' }

test('without a user one is signed out', () => {
  const session = toSession({ user: null, organization: null, organizationsEnabled: true })
  expect(session).toEqual({
    status: 'signed-out',
    user: null,
    organization: null,
    organizationsEnabled: true,
  })
})

test('only what the console needs is taken over', () => {
  const session = toSession({
    user: { ...user, secret: 'x' } as typeof user,
    organization: { ...organization, slug: 'green' } as typeof organization,
    organizationsEnabled: true,
  })
  expect(session.user).toEqual({ id: 'user_1', email: 'ada@example.com', name: 'Ada Lovelace' })
  expect(session.organization).toEqual(organization)
})

test('a user without a name goes by the e-mail address, one without either by nothing', () => {
  const named = (fullName: string | null, email: string | null) =>
    toSession({
      user: { id: 'user_1', fullName, primaryEmailAddress: email ? { emailAddress: email } : null },
      organization: null,
      organizationsEnabled: true,
    }).user?.name
  expect(named(null, 'ada@example.com')).toBe('ada@example.com')
  expect(named('', 'ada@example.com')).toBe('ada@example.com')
  expect(named(null, null)).toBe('')
})

test('a provider without organizations is told apart from a user without one', () => {
  const session = toSession({ user, organization: null, organizationsEnabled: false })
  expect(session.organizationsEnabled).toBe(false)
})

test('before the provider has loaded the session is loading, as in the pages made at build', () => {
  expect($session.get().status).toBe('loading')
})

test('a token can be asked for in a browser only', async () => {
  await expect(getToken()).rejects.toThrow()
})
