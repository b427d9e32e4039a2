import { afterEach, beforeEach, expect, it } from 'vitest'
import { $completeness, $sections, save, setField } from '../../../../src/stores/settings/settings.ts'
import { $setupBanners } from '../../../../src/stores/shell/setup-banners.ts'
import { until } from '../../../support/eventually.ts'
import { sharedServer } from '../../../support/server.ts'
import { settingsScene } from '../../../support/settings-scene.ts'

const server = await sharedServer()
let scene: ReturnType<typeof settingsScene>

beforeEach(() => {
  scene = settingsScene(server)
})
afterEach(() => scene.leave())

it('completeness counts saved values, on this screen and in the banner alike', async () => {
  await scene.open()
  scene.listen($setupBanners, $completeness, $sections)
  await until(() => $setupBanners.get().profile !== 'unknown')
  const shares = () => {
    const section = (id: string) => $sections.get()?.find((each) => each.id === id)
    return [$completeness.get(), $setupBanners.get().profile, section('voice'), section('escalation')]
  }
  const voice = { percentage: 100, missing: [], isChanged: false }
  // The email shown there is the account's and is not saved yet.
  const escalation = { percentage: 0, missing: ['Escalation Email'], isChanged: true }
  const banner = { percentage: 85, missing: 'escalation_email' }
  expect(shares()).toMatchObject([85, banner, voice, escalation])
  setField('agent_name', '')
  expect(shares()).toMatchObject([85, banner, { ...voice, isChanged: true }, escalation])

  expect(await save()).toEqual({ status: 'saved' })
  expect(shares()).toMatchObject([
    80,
    { percentage: 80, missing: 'agent_name' },
    { percentage: 0, missing: ['Agent Name'], isChanged: false },
    { percentage: 100, missing: [], isChanged: false },
  ])
})
