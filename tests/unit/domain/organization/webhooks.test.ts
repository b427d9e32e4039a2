import { describe, expect, it } from 'vitest'
import { WEBHOOK_EVENTS } from '../../../../src/contract/webhooks.ts'
import { expiryOf, keyState } from '../../../../src/domain/organization/api-keys.ts'
import {
  answerText,
  deliveryState,
  EVENT_TEXTS,
  indented,
  webhookState,
} from '../../../../src/domain/organization/webhooks.ts'

const AT = '2026-11-20T15:00:00.000Z'

it.each([
  [{ status: 'disabled', failing_since: AT, delivered_at: AT }, 'Disabled', 'failed'],
  [{ status: 'paused', failing_since: AT, delivered_at: AT }, 'Paused', 'quiet'],
  [{ status: 'active', failing_since: AT, delivered_at: AT }, 'Failing, will be retried', 'waiting'],
  [{ status: 'active', failing_since: null, delivered_at: null }, 'Nothing delivered yet', 'quiet'],
  [{ status: 'active', failing_since: null, delivered_at: AT }, 'Works', 'done'],
])('an endpoint that is %o: %s', (webhook, text, tone) => {
  expect(webhookState(webhook)).toEqual({ text, tone })
})

it.each([
  ['delivered', 1, 'Delivered'],
  ['failed', 30, 'Failed'],
  ['held', 0, 'Waits until the endpoint is resumed'],
  ['waiting', 0, 'On its way'],
  ['waiting', 2, 'Failed, will be retried'],
])('a delivery that is %s after %i attempts: %s', (status, attempts, text) => {
  expect(deliveryState({ status, attempts }).text).toBe(text)
})

describe('an answer', () => {
  it('has its status and how long it took', () => {
    expect(answerText({ response_status: 204, duration_ms: 12, error: null })).toBe('HTTP 204 after 12 ms')
    expect(answerText({ response_status: 500, duration_ms: 1_250, error: null })).toBe('HTTP 500 after 1.3 s')
  })

  it('that did not come says why; without an attempt, nothing', () => {
    const error = 'example.com does not answer in time.'
    expect(answerText({ response_status: null, duration_ms: 15_000, error })).toBe(error)
    expect(answerText({ response_status: null, duration_ms: null, error: null })).toBe('')
  })
})

it('JSON is shown with line breaks, other text as it is', () => {
  expect(indented('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(indented('<html>')).toBe('<html>')
})

it('every event has a text', () => {
  expect(Object.keys(EVENT_TEXTS)).toEqual([...WEBHOOK_EVENTS])
})

describe('an API key', () => {
  const now = new Date(AT)
  it('works until it expires or is revoked', () => {
    const state = (key: { revoked_at: string | null; expires_at: string | null }) => keyState(key, now).text
    expect(state({ revoked_at: null, expires_at: null })).toBe('Active')
    expect(state({ revoked_at: null, expires_at: '2026-11-20T15:00:00.001Z' })).toBe('Active')
    expect(state({ revoked_at: null, expires_at: AT })).toBe('Expired')
    expect(state({ revoked_at: AT, expires_at: null })).toBe('Revoked')
  })

  it('expires after whole days, or never', () => {
    expect(expiryOf(30, now)).toBe('2026-12-20T15:00:00.000Z')
    expect(expiryOf(null, now)).toBeNull()
  })
})
