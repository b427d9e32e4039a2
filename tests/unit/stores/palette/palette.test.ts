import { beforeEach, describe, expect, test, vi } from 'vitest'
import { MOST_REMEMBERED } from '../../../../src/domain/palette/results.ts'
import { provideCommands, runCommand } from '../../../../src/stores/palette/commands.ts'
import { deleteRecents, recentIds, rememberRecent } from '../../../../src/stores/palette/recents.ts'
import { $singleKeys, hasSingleKeys, setSingleKeys } from '../../../../src/stores/palette/single-keys.ts'
import { createDevice } from '../../../support/device.ts'

let device: ReturnType<typeof createDevice>

beforeEach(() => {
  device = createDevice()
  vi.stubGlobal('localStorage', device.localStorage)
})

describe('recent choices', () => {
  const ann = { userId: 'user_ann', organizationId: 'org_green' }
  const annAtFresh = { ...ann, organizationId: 'org_fresh' }
  const bob = { ...ann, userId: 'user_bob' }

  test('belong to a user in an organization, latest first', () => {
    rememberRecent(ann, 'lead:1')
    rememberRecent(ann, 'screen:/leads')
    rememberRecent(ann, 'lead:1')
    rememberRecent(bob, 'lead:2')
    expect(recentIds(ann)).toEqual(['lead:1', 'screen:/leads'])
    expect(recentIds(annAtFresh)).toEqual([])
    expect(recentIds(bob)).toEqual(['lead:2'])
    expect(recentIds(null)).toEqual([])
  })

  test('are bounded', () => {
    for (let index = 0; index < 40; index += 1) rememberRecent(ann, `lead:${index}`)
    expect(recentIds(ann)).toHaveLength(MOST_REMEMBERED)
  })

  test("deleting a user's removes them in every organization, and no one else's", () => {
    for (const account of [ann, annAtFresh, bob]) rememberRecent(account, 'lead:1')
    deleteRecents(ann.userId)
    expect([...device.items.keys()]).toEqual([expect.stringContaining(bob.userId)])
  })

  test('last as long as the page if storage is denied', () => {
    device.deny()
    rememberRecent(ann, 'lead:1')
    expect(recentIds(ann)).toEqual(['lead:1'])
    deleteRecents(ann.userId)
    expect(recentIds(ann)).toEqual([])
  })
})

test('the command added last runs, and the one before it when that is removed', () => {
  const ran: string[] = []
  const removeList = provideCommands({ 'next-lead': () => ran.push('list') })
  const removeLead = provideCommands({ 'next-lead': () => ran.push('lead') })
  expect(runCommand('next-lead')).toBe(true)
  removeLead()
  runCommand('next-lead')
  removeList()
  expect(runCommand('next-lead')).toBe(false)
  expect(ran).toEqual(['lead', 'list'])
})

test('shortcuts without Ctrl are on until they are turned off on this device', () => {
  const stop = $singleKeys.listen(() => {})
  expect([hasSingleKeys(), $singleKeys.get()]).toEqual([true, true])
  setSingleKeys(false)
  expect([hasSingleKeys(), $singleKeys.get()]).toEqual([false, false])
  setSingleKeys(true)
  expect([hasSingleKeys(), $singleKeys.get()]).toEqual([true, true])
  expect(device.items.size).toBe(0)
  stop()
})
