import { expect, test } from 'vitest'
import { signOutWarning } from '../../../../src/domain/session/sign-out.ts'

test.each([
  [0, 0, false, null],
  [1, 0, false, '1 change has not been sent. Signing out discards it.'],
  [3, 0, false, '3 changes have not been sent. Signing out discards them.'],
  [0, 1, false, '1 message is unfinished. Signing out discards it.'],
  [0, 2, false, '2 messages are unfinished. Signing out discards them.'],
  [1, 1, false, '1 change has not been sent, and 1 message is unfinished. Signing out discards them.'],
  [0, 0, true, 'Your settings have unsaved changes. Signing out discards them.'],
  [
    1,
    0,
    true,
    '1 change has not been sent, and your settings have unsaved changes. Signing out discards them.',
  ],
  [
    2,
    1,
    true,
    '2 changes have not been sent, 1 message is unfinished, and your settings have unsaved changes. Signing out discards them.',
  ],
])('%d unsent changes, %d messages, and a settings draft: %j', (changes, drafts, hasDraft, warning) => {
  expect(signOutWarning({ changes, drafts, hasDraft })).toBe(warning)
})
