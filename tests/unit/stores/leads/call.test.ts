import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  $calledLead,
  CALL_ASIDE,
  finishCall,
  resumeCall,
  startCall,
} from '../../../../src/stores/leads/call.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const items = new Map<string, string>()

beforeEach(() => {
  signInTo('org_a')
  vi.useFakeTimers()
  page.visibilityState = 'visible'
  vi.stubGlobal('document', page)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
})
afterEach(() => {
  finishCall()
  signOutNow()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(state: 'visible' | 'hidden') {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

it('asks when the owner returns from the call, not before', () => {
  startCall('a')
  expect($calledLead.get()).toBeNull()
  show('hidden')
  expect($calledLead.get()).toBeNull()
  show('visible')
  expect($calledLead.get()).toBe('a')
  finishCall()
  expect($calledLead.get()).toBeNull()
})

it('asks after a while if the page was never left', () => {
  startCall('a')
  vi.advanceTimersByTime(CALL_ASIDE - 1)
  expect($calledLead.get()).toBeNull()
  vi.advanceTimersByTime(1)
  expect($calledLead.get()).toBe('a')
})

it('asks about the last call only', () => {
  startCall('a')
  startCall('b')
  show('hidden')
  show('visible')
  expect($calledLead.get()).toBe('b')
})

it('asks again after a reload until it is answered', () => {
  items.set('fieldhand.called', 'org_a a')
  resumeCall()
  expect($calledLead.get()).toBe('a')
  finishCall()
  resumeCall()
  expect($calledLead.get()).toBeNull()
})

it('does not ask immediately on the next page of the same visit', () => {
  startCall('a')
  resumeCall()
  expect($calledLead.get()).toBeNull()
})
