import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  $sections,
  $unfolded,
  setAllUnfolded,
  setField,
  setUnfolded,
  startFolding,
  unfold,
} from '../../../../src/stores/settings/settings.ts'
import { startTestServer, type TestServer } from '../../../support/server.ts'
import { settingsScene } from '../../../support/settings-scene.ts'

const KEY = 'fieldhand.settings-sections'

let server: TestServer
let scene: ReturnType<typeof settingsScene>

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  scene = settingsScene(server)
  await scene.open()
  scene.listen($sections)
})
afterEach(() => scene.leave())

const unfolded = () => [...$unfolded.get()].toSorted()

it('at first, only the incomplete section and those with unsaved fields are unfolded', () => {
  setField('phone', '1')
  startFolding()()
  expect(unfolded()).toEqual(['business', 'escalation'])
})

it('a choice is remembered on this device and wins over the default; a link is not remembered', () => {
  startFolding()()
  setUnfolded('hours', true)
  setUnfolded('escalation', false)
  unfold('area')
  expect(unfolded()).toEqual(['area', 'hours'])
  startFolding()()
  expect(unfolded()).toEqual(['hours'])
  setAllUnfolded(true)
  startFolding()()
  expect(unfolded()).toHaveLength(12)
  setAllUnfolded(false)
  startFolding()()
  expect(unfolded()).toEqual([])
})

it('an unreadable choice is ignored', () => {
  scene.device.items.set(KEY, '{"hours":"yes","nowhere":true}')
  startFolding()()
  expect(unfolded()).toEqual(['escalation'])
  scene.device.items.set(KEY, 'broken')
  startFolding()()
  expect(unfolded()).toEqual(['escalation'])
})
