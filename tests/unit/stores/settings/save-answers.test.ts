import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requireAccount } from '../../../../src/stores/base/session/account.ts'
import { changesOf } from '../../../../src/stores/settings/draft.ts'
import { $conflicts, $settings, save, setField } from '../../../../src/stores/settings/settings.ts'
import { faults } from '../../../support/faults.ts'
import { sharedServer } from '../../../support/server.ts'
import { settingsScene } from '../../../support/settings-scene.ts'

const server = await sharedServer()
let scene: ReturnType<typeof settingsScene>

beforeEach(async () => {
  scene = settingsScene(server)
  await scene.open()
})
afterEach(() => scene.leave())

const pass = async (request: Request) => server.app.api.fetch(request)

describe('a save that is answered without a profile', () => {
  it('keeps what is typed during the save as a change to the sent values', async () => {
    setField('phone', 'sent')
    scene.network.plan(pass, async (request) => {
      setField('phone', 'later')
      await pass(request)
      return Response.json({ success: true })
    })
    expect(await save()).toEqual({ status: 'saved' })
    expect($conflicts.get()).toEqual([])
    expect(changesOf(requireAccount()).phone).toEqual({ base: 'sent', mine: 'later' })
  })

  it('shows what was sent when the reload fails', async () => {
    setField('phone', 'sent once')
    scene.network.plan(
      pass,
      async (request) => {
        await pass(request)
        return Response.json({})
      },
      ...[1, 2, 3].map(() => faults.serverError),
    )
    expect(await save()).toEqual({ status: 'saved' })
    expect($settings.get()?.phone).toBe('sent once')
  })
})
