import { expect, test } from 'vitest'
import { signOutWarning } from '../../../../src/domain/session/sign-out.ts'

test.each([
  [0, false, null],
  [1, false, '1 change has not been sent. Signing out discards it.'],
  [3, false, '3 changes have not been sent. Signing out discards them.'],
  [0, true, 'Your settings have unsaved changes. Signing out discards them.'],
  [1, true, '1 change has not been sent, and your settings have unsaved changes. Signing out discards them.'],
])('%d unsent changes and a settings draft: %j', (changes, hasDraft, warning) => {
  expect(signOutWarning({ changes, hasDraft })).toBe(warning)
})
