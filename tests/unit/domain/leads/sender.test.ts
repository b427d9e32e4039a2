import { describe, expect, it } from 'vitest'
import { senderOf } from '../../../../src/domain/leads/sender.ts'

describe('senderOf', () => {
  it.each([
    ['incoming', 'Customer'],
    ['outgoing', 'Agent'],
    ['activity', 'Agent'],
    ['', 'Agent'],
  ])('%s', (message_type, sender) => {
    expect(senderOf({ message_type })).toBe(sender)
  })
})
