import { expect, test } from 'vitest'
import { $session, getToken, toSession } from '../../../../src/platform/session/session.ts'

const user = {
  id: 'user_1',
  fullName: 'Ada Lovelace',
  primaryEmailAddress: { emailAddress: 'ada@example.com' },
}
const organization = { id: 'org_1', name: 'Green Acres' }

test('without a user, the session is signed out', () => {
  const session = toSession({ user: null, organization: null, organizationsEnabled: true })
  expect(session).toEqual({
    status: 'signed-out',
    user: null,
    organization: null,
    organizationsEnabled: true,
  })
})

test('only the needed fields are copied', () => {
  const session = toSession({
    user: { ...user, secret: 'x' } as typeof user,
    organization: { ...organization, slug: 'green' } as typeof organization,
    organizationsEnabled: true,
  })
  expect(session.user).toEqual({ id: 'user_1', email: 'ada@example.com', name: 'Ada Lovelace' })
  expect(session.organization).toEqual(organization)
})

test('a user without a name is shown by email address, and one without either has an empty name', () => {
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

test('a provider without organizations differs from a user without one', () => {
  const session = toSession({ user, organization: null, organizationsEnabled: false })
  expect(session.organizationsEnabled).toBe(false)
})

test('the session is loading before the provider has loaded, as in prerendered pages', () => {
  expect($session.get().status).toBe('loading')
})

test('tokens are only available in a browser', async () => {
  await expect(getToken()).rejects.toThrow()
})
