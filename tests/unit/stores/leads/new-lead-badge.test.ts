import type { WritableAtom } from 'nanostores'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { $newLead, type NewLead } from '../../../../src/stores/base/live/live.ts'
import { $unseenLeads, countUnseenLeads, noticeLeads } from '../../../../src/stores/leads/new-lead-badge.ts'
import { createDevice } from '../../../support/device.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

const page = new EventTarget()
let device: ReturnType<typeof createDevice>

beforeEach(() => {
  device = createDevice()
  vi.stubGlobal('localStorage', device.localStorage)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  signInTo('org_a')
  countUnseenLeads()
})
afterEach(() => {
  signOutNow()
  vi.unstubAllGlobals()
})

const open = (path: string) => vi.stubGlobal('location', { href: `http://localhost:3000${path}` })
const arrive = (leadId: string, mark: Partial<NewLead> = {}) =>
  ($newLead as WritableAtom<NewLead | null>).set({ leadId, contactName: 'Jo', ...mark })

/** Returns what this tab would store if it opened the list. */
function seenHere(): [key: string, value: string][] {
  open('/leads')
  device.items.clear()
  noticeLeads()
  return [...device.items]
}

const seeElsewhere = ([[key, newValue] = ['', '']]: [string, string][]) =>
  page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))

it('leads that are seen in one tab are no longer counted in the others of the organization', () => {
  signInTo('org_b')
  const ofOther = seenHere()
  signInTo('org_a')
  const ofThis = seenHere()
  open('/billing')
  arrive('test', { isTest: true })
  expect($unseenLeads.get()).toBe(0)
  arrive('a')
  expect($unseenLeads.get()).toBe(1)
  seeElsewhere(ofOther)
  expect($unseenLeads.get()).toBe(1)
  seeElsewhere(ofThis)
  expect($unseenLeads.get()).toBe(0)
})
