import { beforeEach, describe, expect, it } from 'vitest'
import { eraseOrganization } from '../../../server/erasure/erase-organization.ts'
import { runDaily } from '../../../server/jobs/daily.ts'
import { openPhotos } from '../../../server/photos/open.ts'
import { cleanPhotos } from '../../../server/photos/removals.ts'
import { deleteConversation, eraseVisitor } from '../../../src/contract/conversations.ts'
import { deleteLead } from '../../../src/contract/leads.ts'
import type { Photo } from '../../../src/contract/photos.ts'
import { eraseOrganizationData, exportOrganization } from '../../../src/contract/privacy.ts'
import type { ChatSession } from '../../../src/contract/widget.ts'
import { call, FRESH, RIVAL } from '../../support/api.ts'
import { fetchPhoto, phonePhoto, sendPhotos, uploadPhoto } from '../../support/pictures.ts'
import { S3_KEYS, startS3 } from '../../support/s3.ts'
import { columnsContaining } from '../../support/search-tables.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, leadOfChat } from '../../support/visitor.ts'

const DAY_MS = 86_400_000
const s3 = await startS3()
const server = await sharedServer({ config: { photos: { kind: 's3', url: s3.url, ...S3_KEYS } } })
const { db } = server.deps
const yard = await phonePhoto()

beforeEach(async () => {
  s3.fail = null
  s3.files.clear()
  await db.deleteFrom('photos').execute()
  await db.deleteFrom('photo_removals').execute()
})

/** A visitor who leaves a phone number with a photo. */
async function visitor(organization = FRESH): Promise<{ session: ChatSession; photo: Photo }> {
  const session = await beginChat(server, organization)
  const { body: photo } = await uploadPhoto(server, session, yard)
  expect((await sendPhotos(server, session, [photo], 'My yard, 614-555-0173')).status).toBe(200)
  return { session, photo }
}

const erase = ({ conversation_id: conversationId }: ChatSession) =>
  call(server, deleteConversation, { params: { orgId: FRESH, conversationId } })

describe('the files of a photo', () => {
  it('are there until it is erased', async () => {
    const { photo } = await visitor()
    expect(s3.files.size).toBe(2)
    expect((await fetchPhoto(server, photo.url)).status).toBe(200)
  })

  it.each<[string, (session: ChatSession) => Promise<unknown>]>([
    ['its conversation', erase],
    [
      'its visitor',
      ({ conversation_id: conversationId }) =>
        call(server, eraseVisitor, { params: { orgId: FRESH, conversationId } }),
    ],
    [
      'its lead',
      async (session) => {
        const lead = await leadOfChat(server, FRESH, session)
        return call(server, deleteLead, { params: { orgId: FRESH, leadId: lead?.id ?? '' } })
      },
    ],
    [
      "the organization's data",
      () =>
        call(server, eraseOrganizationData, {
          params: { orgId: FRESH },
          body: { organization_name: 'Fresh Cut Co' },
        }),
    ],
  ])('are removed at once with %s', async (_, eraseIt) => {
    const kept = await beginChat(server, 'org_greenacres')
    const { body: other } = await uploadPhoto(server, kept, yard)
    const { session, photo } = await visitor()
    expect(s3.files.size).toBe(4)
    expect(await eraseIt(session)).toMatchObject({ status: 204 })
    expect(s3.files.size).toBe(2)
    expect((await fetchPhoto(server, photo.url)).status).toBe(404)
    expect((await fetchPhoto(server, other.url)).status).toBe(200)
    expect(await columnsContaining(db, photo.id)).toEqual([])
  })

  it('are removed by the daily job if the organization is gone, or if they could not be removed before', async () => {
    const { session, photo } = await visitor()
    s3.fail = 503
    expect((await erase(session)).status).toBe(204)
    expect((await fetchPhoto(server, photo.url)).status).toBe(404)
    s3.fail = null
    expect(s3.files.size).toBe(2)
    const { photo: second } = await visitor(RIVAL)
    await eraseOrganization(db, RIVAL)
    expect((await fetchPhoto(server, second.url)).status).toBe(404)
    expect(s3.files.size).toBe(4)
    await runDaily(server.deps)
    expect(s3.files.size).toBe(0)
  })
})

it('a file that cannot be removed does not keep the others', async () => {
  const { session } = await visitor()
  const { session: other } = await visitor()
  s3.fail = 503
  await erase(session)
  await erase(other)
  s3.fail = null
  const [stuck = ''] = s3.files.keys()
  const { photos } = server.deps
  const remove = (name: string) =>
    stuck.endsWith(name) ? Promise.reject(new Error('Stuck')) : photos.remove(name)
  const clean = cleanPhotos({ db, photos: { ...photos, remove } }, server.deps.clock())
  await expect(clean).rejects.toThrow('Stuck')
  expect([...s3.files.keys()]).toEqual([stuck])
  expect(
    await db.selectFrom('photo_removals').selectAll().where('emptied_at', 'is', null).execute(),
  ).toHaveLength(1)
  await cleanPhotos({ db, photos }, server.deps.clock())
  expect(s3.files.size).toBe(0)
})

describe('a photo that was never sent', () => {
  it('is removed with its files after a day', async () => {
    const session = await beginChat(server, FRESH)
    const { body: unsent } = await uploadPhoto(server, session, yard)
    const { photo: sent } = await visitor()
    const now = server.clock.now()
    const cleanAfter = (ms: number) => cleanPhotos(server.deps, new Date(now.getTime() + ms))
    expect(await cleanAfter(DAY_MS - 1)).toEqual({ unsent: 0, removed: 0 })
    expect((await fetchPhoto(server, unsent.url)).status).toBe(200)
    expect(await cleanAfter(DAY_MS)).toEqual({ unsent: 1, removed: 1 })
    expect((await fetchPhoto(server, unsent.url)).status).toBe(404)
    expect((await fetchPhoto(server, sent.url)).status).toBe(200)
    expect(s3.files.size).toBe(2)
  })

  it('is not visible while its files are incomplete, and can be uploaded again', async () => {
    const session = await beginChat(server, FRESH)
    s3.fail = 500
    const failed = await uploadPhoto(server, session, yard, { clientId: 'again' })
    expect([failed.status, failed.body.message]).toEqual([
      503,
      'The photo could not be stored. Please try again',
    ])
    const [row] = await db.selectFrom('photos').select(['id', 'stored_at']).execute()
    expect(row?.stored_at).toBeNull()
    s3.fail = null
    const origin = server.deps.config.origins.widget
    expect((await fetchPhoto(server, `${origin}/photos/${row?.id}.jpg`)).status).toBe(404)
    const again = await uploadPhoto(server, session, yard, { clientId: 'again' })
    expect(again).toMatchObject({ status: 200, body: { id: row?.id } })
    expect(s3.files.size).toBe(2)
  })

  it('leaves no file if its conversation is erased while it is stored', async () => {
    const { session } = await visitor()
    const storage = openPhotos({ kind: 's3', url: s3.url, ...S3_KEYS })
    const put = server.deps.photos.put
    server.deps.photos.put = async (name, bytes) => {
      if (!name.includes('small')) await erase(session)
      await storage.put(name, bytes)
    }
    const answer = await uploadPhoto(server, session, yard)
    server.deps.photos.put = put
    expect([answer.status, answer.body.message]).toEqual([404, 'This conversation could not be found'])
    expect(s3.files.size).toBe(0)
  })

  it('leaves no file either if the process ends at that moment', async () => {
    const { session } = await visitor()
    const { file } = await db.selectFrom('photos').select('file').executeTakeFirstOrThrow()
    await erase(session)
    expect(s3.files.size).toBe(0)
    await server.deps.photos.put(`${file}.jpg`, yard)
    await runDaily(server.deps)
    expect(s3.files.size).toBe(0)
    // The name is forgotten when no upload can follow.
    expect(await db.selectFrom('photo_removals').select('file').execute()).toHaveLength(1)
    await db
      .updateTable('photo_removals')
      .set({ removed_at: new Date('2020-01-01') })
      .execute()
    await runDaily(server.deps)
    expect(await db.selectFrom('photo_removals').select('file').execute()).toEqual([])
  })
})

it('an export has the link of each photo', async () => {
  const { photo } = await visitor()
  const { body } = await call(server, exportOrganization, { params: { orgId: FRESH } })
  expect(body.photos).toEqual([
    expect.objectContaining({ id: photo.id, url: photo.url, width: 300, height: 400 }),
  ])
  expect(JSON.stringify(body)).not.toContain('file_')
})
