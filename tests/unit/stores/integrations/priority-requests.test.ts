import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { $priorityRequests, requestPriority } from '../../../../src/stores/integrations/priority-requests.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

const KEY = 'fieldhand.integration-requests.org_a'
let stored: Map<string, string>
let close: () => void

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  signInTo('org_a')
  close = $priorityRequests.subscribe(() => {})
})
afterEach(() => {
  close()
  signOutNow()
  vi.unstubAllGlobals()
})

it('stores each request once, per organization', () => {
  requestPriority('jobber', true)
  requestPriority('jobber', true)
  expect($priorityRequests.get()).toEqual(['jobber'])
  signInTo('org_b')
  expect($priorityRequests.get()).toEqual([])
  signInTo('org_a')
  expect($priorityRequests.get()).toEqual(['jobber'])
})

it('can be withdrawn', () => {
  requestPriority('jobber', true)
  requestPriority('xero', true)
  requestPriority('jobber', false)
  expect($priorityRequests.get()).toEqual(['xero'])
})

it.each(['{', '{"a":1}', '[1,null]', 'null'])('treats stored %s as no requests', (rubbish) => {
  signInTo('org_b')
  stored.set(KEY, rubbish)
  signInTo('org_a')
  expect($priorityRequests.get()).toEqual([])
})
