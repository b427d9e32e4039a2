import { expect, it } from 'vitest'
import type { UnconfirmedRecipient } from '../../../../src/contract/notification-settings.ts'
import { DEFAULT_NOTIFICATION_SETTINGS, type Person } from '../../../../src/contract/notification-settings.ts'
import {
  alertsText,
  codeProblem,
  codeText,
  isCodeOnItsWay,
  unconfirmedOf,
} from '../../../../src/domain/notifications/confirmation.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const ZONE = 'America/New_York'

const recipient = (fields: Partial<UnconfirmedRecipient> = {}): UnconfirmedRecipient => ({
  ...{ channel: 'email', address: 'ada@example.test', alerts_until: null, problem: null },
  ...{ code_status: null, code_reason: null, code_due_at: null, code_sent_at: null },
  ...fields,
})
const text = (fields: Partial<UnconfirmedRecipient>) => codeText(recipient(fields), NOW, ZONE)

it('says what became of the code', () => {
  expect(text({})).toBe('The code is on its way.')
  expect(text({ code_status: 'queued' })).toBe('The code is on its way.')
  expect(text({ code_status: 'queued', code_due_at: '2026-11-20T16:00:00Z' })).toBe(
    'The code is waiting until 11:00 AM.',
  )
  expect(text({ code_status: 'queued', code_reason: 'The mail server cannot be reached.' })).toBe(
    'The code is queued: The mail server cannot be reached.',
  )
  expect(text({ code_status: 'delivered', code_sent_at: '2026-11-20T14:00:00Z' })).toBe(
    'The code was sent on Nov 20, 2026, 9:00 AM.',
  )
  expect(text({ code_status: 'sent' })).toBe('The code was sent.')
  expect(text({ code_status: 'failed', code_reason: 'There is no mailbox.' })).toBe(
    'The code was not sent: There is no mailbox.',
  )
  expect(text({ code_status: 'canceled' })).toBe('The code was not sent.')
  expect(text({ code_status: 'sent', problem: 'Texts go elsewhere' })).toBe('Texts go elsewhere.')
})

it('expects a code only if nothing delays or prevents it', () => {
  expect(isCodeOnItsWay(recipient())).toBe(true)
  expect(isCodeOnItsWay(recipient({ code_status: 'queued' }))).toBe(true)
  expect(isCodeOnItsWay(recipient({ code_status: 'sent' }))).toBe(false)
  expect(isCodeOnItsWay(recipient({ problem: 'No texts' }))).toBe(false)
  expect(isCodeOnItsWay(recipient({ code_status: 'queued', code_due_at: '2026-11-20T16:00:00Z' }))).toBe(
    false,
  )
})

it('says until when alerts are sent without a confirmation', () => {
  expect(alertsText(recipient({ alerts_until: '2026-12-04T15:00:00Z' }), ZONE)).toBe(
    'Notifications are still sent there until Dec 4, 2026, 10:00 AM.',
  )
  expect(alertsText(recipient())).toBe('No notifications are sent there until then.')
})

it('accepts codes with spaces and hyphens', () => {
  for (const code of ['12345678', '1234 5678', ' 1234-5678 ']) expect(codeProblem(code)).toBeNull()
  for (const code of ['', '1234567', '123456789', '1234567a']) expect(codeProblem(code)).not.toBeNull()
})

it('belongs to the person with the address, the number with consent, or the escalation email', () => {
  const [escalation] = DEFAULT_NOTIFICATION_SETTINGS.people as [Person]
  const ada = {
    ...escalation,
    id: 'ada',
    email: 'Ada@Example.test',
    phone: '+16145550142',
    sms_consent: true,
  }
  const all = ['ada@example.test', '+16145550142', 'boss@example.test'].map((address) =>
    recipient({ address }),
  )
  const of = (person: Person, email: string | null = null) =>
    unconfirmedOf(person, email, all).map(({ address }) => address)
  expect(of(ada)).toEqual(['ada@example.test', '+16145550142'])
  expect(of({ ...ada, sms_consent: false })).toEqual(['ada@example.test'])
  expect(of(escalation, ' Boss@example.test')).toEqual(['boss@example.test'])
  expect(of(escalation)).toEqual([])
})
