import { describe, expect, it } from 'vitest'
import { isUnderWay, kindName, recipientOf, statusOf } from '../../../../src/domain/notifications/status.ts'

const NOW = new Date('2026-11-20T23:00:00Z')
const ZONE = 'America/New_York'
const at = (status: string, reason: string | null = null, due_at: string | null = null) =>
  statusOf({ status, reason, due_at }, NOW, ZONE)

describe('the status in words', () => {
  it.each([
    ['queued', null, null, 'Queued', 'waiting'],
    ['queued', null, '2026-11-21T13:00:00Z', 'Waiting until 8:00 AM', 'waiting'],
    ['queued', 'Quiet hours', '2026-11-21T13:00:00Z', 'Waiting until 8:00 AM: Quiet hours', 'waiting'],
    ['queued', null, '2026-11-22T13:00:00Z', 'Waiting until Sun, Nov 22, 8:00 AM', 'waiting'],
    ['queued', null, '2026-11-20T22:59:00Z', 'Queued', 'waiting'],
    ['sent', null, null, 'Sent', 'done'],
    ['delivered', null, null, 'Delivered', 'done'],
    ['opened', null, null, 'Opened', 'seen'],
    ['failed', 'The mailbox is full', null, 'Failed: The mailbox is full', 'failed'],
    ['failed', null, null, 'Failed', 'failed'],
    ['canceled', 'The appointment was canceled', null, 'Not sent: The appointment was canceled', 'over'],
    ['handed_over', null, null, 'Handed over', 'over'],
  ])('%s, %s, %s', (status, reason, due, text, tone) => {
    expect(at(status, reason, due)).toEqual({ text, tone })
  })

  it('only what is queued for now is about to change', () => {
    const is = (status: string, due_at: string | null) => isUnderWay({ status, due_at }, NOW)
    expect(is('queued', null)).toBe(true)
    expect(is('queued', '2026-11-20T23:00:30Z')).toBe(true)
    expect(is('queued', '2026-11-21T13:00:00Z')).toBe(false)
    expect(is('sent', null)).toBe(false)
  })
})

it('a recipient is a name and an address, as far as they are known', () => {
  const of = (recipient_name: string, recipient: string | null, channel: string) =>
    recipientOf({ recipient_name, recipient, channel })
  expect(of('Ada', 'ada@example.com', 'email')).toBe('Ada · ada@example.com')
  expect(of('', 'ada@example.com', 'email')).toBe('ada@example.com')
  expect(of('', null, 'push')).toBe('A device')
})

it('an unknown kind is shown as it is written', () => {
  expect([kindName('needs_person'), kindName('job_done')]).toEqual(['Needs a person', 'Job done'])
})
