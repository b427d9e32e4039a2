import { expect, test } from 'vitest'
import { publishableKeyProblem } from '../../../scripts/build/publishable-key.ts'

const key = (kind: string, host: string) => `pk_${kind}_${btoa(host).replace(/=+$/, '')}`

test.each([key('live', 'clerk.localhost.test$'), key('test', 'brave-otter-12.clerk.accounts.dev$')])(
  '%s is a valid key',
  (given) => {
    expect(publishableKeyProblem(given)).toBeNull()
  },
)

test.each([undefined, ''])('a missing key (%j) is reported', (given) => {
  expect(publishableKeyProblem(given)).toMatch(/^PUBLIC_CLERK_PUBLISHABLE_KEY is not set\./)
})

test.each(['nonsense', 'pk_live_', 'pk_live_!!!', key('live', 'clerk.example.com'), 'sk_live_abc'])(
  '%s is refused',
  (given) => {
    expect(publishableKeyProblem(given)).toMatch(/is not a publishable key/)
  },
)
