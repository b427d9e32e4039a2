import { afterEach, beforeEach, expect, it } from 'vitest'
import { $isDirty, $settings, setField } from '../../../../src/stores/settings/settings.ts'
import { describeServices } from '../../../../src/stores/settings/website-reading.ts'
import { until } from '../../../support/eventually.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo } from '../../../support/session.ts'
import { settingsScene } from '../../../support/settings-scene.ts'

const server = await sharedServer()
let scene: ReturnType<typeof settingsScene>

beforeEach(() => {
  scene = settingsScene(server)
  return scene.open()
})
afterEach(() => scene.leave())

const shown = () => $settings.get()?.services_description

it('a description from a website can be undone', () => {
  const before = shown()
  const undo = describeServices('Mowing, from the website')
  expect(shown()).toBe('Mowing, from the website')
  undo()
  expect(shown()).toBe(before)
  expect($isDirty.get()).toBe(false)
})

it('undoing it keeps what was typed since', () => {
  const undo = describeServices('Mowing, from the website')
  setField('services_description', 'Mowing, from the website, and hedges')
  undo()
  expect(shown()).toBe('Mowing, from the website, and hedges')
})

it('undoing it changes nothing in another organization, even one with the same text', async () => {
  const before = shown()
  const undo = describeServices('Mowing')
  signInTo('org_freshcut')
  undo()
  await until(() => $settings.get() !== null)
  undo()
  expect($isDirty.get()).toBe(false)
  setField('services_description', 'Mowing')
  undo()
  expect(shown()).toBe('Mowing')

  signInTo('org_greenacres')
  await until(() => $settings.get() !== null)
  undo()
  expect(shown()).toBe(before)
})
