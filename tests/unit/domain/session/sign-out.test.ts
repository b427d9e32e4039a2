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
  expect(signOutWarning({ changes, drafts, notes: 0, leads: 0, hasDraft })).toBe(warning)
})

test.each([
  [0, 1, 0, '1 note or task is unfinished. Signing out discards it.'],
  [0, 2, 0, '2 notes or tasks are unfinished. Signing out discards them.'],
  [0, 0, 1, '1 new lead is not saved. Signing out discards it.'],
  [0, 0, 2, '2 new leads are not saved. Signing out discards them.'],
  [0, 1, 1, '1 note or task is unfinished, and 1 new lead is not saved. Signing out discards them.'],
  [1, 1, 0, '1 change has not been sent, and 1 note or task is unfinished. Signing out discards them.'],
])('%d unsent changes, %d notes, and %d leads', (changes, notes, leads, warning) => {
  expect(signOutWarning({ changes, drafts: 0, notes, leads, hasDraft: false })).toBe(warning)
})
