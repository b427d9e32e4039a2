import { expect, it } from 'vitest'
import { bookedText, rowLabel, waitText } from '../../../../src/domain/conversations/row-label.ts'
import { stateOf } from '../../../../src/domain/conversations/state.ts'
import { buildConversation } from '../../../support/build-conversation.ts'

const NOW = new Date('2026-06-01T12:18:30.000Z')

it.each([
  [
    { status: 'needs_person', needs: 'emergency', unread: 2 },
    'Ana, Needs a person: emergency, waiting 18 min, 2 unread',
  ],
  [
    { status: 'needs_person', needs: 'asked', waiting_since: '2026-06-01T12:18:00.000Z' },
    'Ana, Asked for a person, waiting',
  ],
  [{ status: 'person', taken_by: 'me', unread: 1 }, 'Ana, You are answering, 1 unread'],
  [{}, 'Ana, Ended 18 minutes ago'],
  [{ status: 'needs_person', needs: 'asked', is_test: true, unread: 3 }, 'Ana, Asked for a person'],
])('%j is named %s', (fields, label) => {
  const conversation = buildConversation({ name: 'Ana', ...fields })
  expect(rowLabel(conversation, stateOf(conversation, 'me', NOW), waitText(conversation, NOW))).toBe(label)
})

it.each([
  [{ booking_start_time: null }, ''],
  [{ booking_start_time: '2026-06-04T19:00:00.000Z' }, 'Call Thu, Jun 4, 3:00 PM'],
  [{ booking_start_time: '2026-06-04T19:00:00.000Z', booking_kind: 'visit' }, 'Visit Thu, Jun 4, 3:00 PM'],
  [{ booking_start_time: '2027-06-04T19:00:00.000Z' }, 'Call Fri, Jun 4, 2027, 3:00 PM'],
] as const)('%j is the appointment %s', (fields, text) => {
  const zones = { business: 'America/New_York', device: 'America/New_York' }
  expect(bookedText(buildConversation(fields), NOW, zones)).toBe(text)
})
