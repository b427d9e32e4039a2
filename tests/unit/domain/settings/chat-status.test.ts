import { expect, it } from 'vitest'
import { chatStatus } from '../../../../src/domain/settings/chat-status.ts'

const texts = { agent_name: 'Fern', reply_time: ' Instantly', closed_button_text: "We're Closed" }

it.each([
  [texts, null, 'Fern · Typically replies instantly'],
  [{ ...texts, reply_time: ' ' }, null, 'Fern'],
  [texts, 'Opens at 8 AM', "We're Closed · Opens at 8 AM"],
  [texts, '', "We're Closed"],
])('%j, opens %j: %s', (given, opens, status) => expect(chatStatus(given, opens)).toBe(status))
