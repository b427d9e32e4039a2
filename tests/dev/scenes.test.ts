import { beforeAll, describe, expect, it } from 'vitest'
import { SCENE_STATES } from '../../dev/scenes/organizations.ts'
import { sceneStandIns } from '../../dev/scenes/scenes.ts'
import { createApp } from '../../server/app/app.ts'
import type { App } from '../../server/app/stand-ins.ts'
import { sharedServer } from '../support/server.ts'

const server = await sharedServer()
let app: App

beforeAll(async () => {
  const standIns = sceneStandIns(server.deps)
  await standIns.prepare?.()
  // A second start on the same data.
  await standIns.prepare?.()
  app = createApp(server.deps, standIns)
})

async function get(path: string, organizationId: string): Promise<Response> {
  const token = await server.tokenFor('owner@fieldhand.test', organizationId)
  return app.api.request(`/api/v1/organizations/${organizationId}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
}

describe('the scenes', () => {
  it('lists every state in both themes', async () => {
    const page = await (await app.console.request('/scenes')).text()
    for (const { id, name } of SCENE_STATES) {
      for (const theme of ['light', 'dark']) {
        expect(page).toContain(`${name}, ${theme}`)
        expect(page).toContain(`?organization=${id}&amp;theme=${theme}&amp;path=%2Fagent`)
      }
    }
    expect(page).not.toContain('{lead}')
  })

  it.each([
    ['org_sceneempty', 0],
    ['org_sceneone', 1],
    ['org_scenelong', 30],
    ['org_scenemany', 10_000],
  ])('gives %s its leads', async (id, count) => {
    const answer = await get('/leads', id)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toHaveLength(count)
  })

  it('fails every call of the failed state, and only that', async () => {
    expect((await get('/leads', 'org_scenefailed')).status).toBe(500)
    expect((await get('', 'org_scenefailed')).status).toBe(500)
    expect((await get('', 'org_sceneone')).status).toBe(200)
  })
})
