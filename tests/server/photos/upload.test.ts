import { describe, expect, it } from 'vitest'
import { readInboxConversation } from '../../../src/contract/conversations.ts'
import { getConversation } from '../../../src/contract/leads.ts'
import { LIMITS } from '../../../src/contract/limits.ts'
import type { ChatSession } from '../../../src/contract/widget.ts'
import { call, FRESH } from '../../support/api.ts'
import { fetchPhoto, phonePhoto, png, sendPhotos, TAKEN_BY, uploadPhoto } from '../../support/pictures.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, leadOfChat, readChat, sayInChat } from '../../support/visitor.ts'
import { storedIn } from '../conversations/support.ts'

const server = await sharedServer()
const yard = await phonePhoto()

const rowsOf = ({ conversation_id }: ChatSession) =>
  server.deps.db.selectFrom('photos').selectAll().where('conversation_id', '=', conversation_id).execute()

/** A visitor with an uploaded photo. */
async function uploaded() {
  const session = await beginChat(server, FRESH)
  const { body: photo } = await uploadPhoto(server, session, yard)
  return { session, photo }
}

const threadOf = async ({ conversation_id: conversationId }: ChatSession) =>
  (await call(server, readInboxConversation, { params: { orgId: FRESH, conversationId } })).body

describe('a photo', () => {
  it('belongs to the message that names it, for the visitor and for members', async () => {
    const { session, photo } = await uploaded()
    const origin = server.deps.config.origins.widget
    expect(photo).toEqual({
      id: expect.stringMatching(/^photo_\w{22}$/),
      url: `${origin}/photos/${photo.id}.jpg`,
      thumbnail_url: `${origin}/photos/${photo.id}-small.jpg`,
      width: 300,
      height: 400,
    })
    const { status, body } = await sendPhotos(server, session, [photo], 'This is my yard, call 614-555-0173')
    expect(status).toBe(200)
    expect(body.messages[0]).toMatchObject({ author: 'visitor', photos: [photo] })
    expect(body.messages[1]).toMatchObject({ author: 'agent', photos: [] })
    const read = await (await readChat(server, session)).json()
    expect(read.messages[1].photos).toEqual([photo])
    expect((await threadOf(session)).messages[1].photos).toEqual([photo])
    const lead = await leadOfChat(server, FRESH, session)
    const params = { orgId: FRESH, leadId: lead?.id ?? '' }
    expect((await call(server, getConversation, { params })).body.messages[1].photos).toEqual([photo])
  })

  it('needs no words: the agent thanks and repeats its question', async () => {
    const { session, photo } = await uploaded()
    await sayInChat(server, session, 'Lawn mowing')
    const { body } = await sendPhotos(server, session, [photo])
    expect(body.messages.map(({ content }) => content)).toEqual([
      '',
      "Thank you for the photo. I've added it to your request.",
      "And what's your name?",
    ])
    expect((await threadOf(session)).conversation).toMatchObject({ unread: 2 })
    const answered = await sayInChat(server, session, 'Zoe')
    expect(answered.messages[1]?.content).toContain('best phone number or email')
    const second = (await uploadPhoto(server, session, yard)).body
    server.clock.advance(1)
    const third = (await uploadPhoto(server, session, yard)).body
    const { body: two } = await sendPhotos(server, session, [third, second])
    expect(two.messages[0]?.photos.map(({ id }) => id)).toEqual([second.id, third.id])
    expect(two.messages[1]?.content).toBe("Thank you for the photos. I've added them to your request.")
  })

  it('is thanked for beside words that answer nothing', async () => {
    const { session, photo } = await uploaded()
    await sayInChat(server, session, 'Lawn mowing')
    const { body } = await sendPhotos(server, session, [photo], 'here is how the back yard looks')
    expect(body.messages.slice(1).map(({ content }) => content)).toEqual([
      "Thank you for the photo. I've added it to your request.",
      "And what's your name?",
    ])
  })

  it('is described in the list if nothing was said with it', async () => {
    const { session, photo } = await uploaded()
    // The agent is silent while a member answers.
    await server.deps.db
      .updateTable('conversations')
      .set({ status: 'person', taken_by: 'user_owner', taken_at: server.clock.now() })
      .where('id', '=', session.conversation_id)
      .execute()
    await sendPhotos(server, session, [photo])
    expect((await threadOf(session)).conversation).toMatchObject({
      last_excerpt: 'Photo',
      last_author: 'visitor',
    })
  })

  it('cannot be sent twice, before it is there, or in another conversation', async () => {
    const { session, photo } = await uploaded()
    const other = await beginChat(server, FRESH)
    const before = await storedIn(server, other)
    const refused = {
      status: 400,
      body: { message: 'A photo is no longer available. Please attach it again' },
    }
    expect(await sendPhotos(server, other, [photo])).toMatchObject(refused)
    expect(await storedIn(server, other)).toEqual(before)
    expect((await sendPhotos(server, session, [photo])).status).toBe(200)
    expect(await sendPhotos(server, session, [photo])).toMatchObject(refused)
    expect(await sendPhotos(server, session, [{ ...photo, id: 'photo_unknown' }])).toMatchObject(refused)
    expect(await sendPhotos(server, session, [])).toMatchObject({ status: 400 })
  })

  it('is stored once if the upload is repeated, also at the same time', async () => {
    const session = await beginChat(server, FRESH)
    const again = { clientId: 'same' }
    const both = await Promise.all([1, 2].map(() => uploadPhoto(server, session, yard, again)))
    const third = await uploadPhoto(server, session, await png(), again)
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set([...both, third].map(({ body }) => body.id)).size).toBe(1)
    expect(third.body).toMatchObject({ width: 300, height: 400 })
    const rows = await rowsOf(session)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ organization_id: FRESH, message_id: null, width: 300, height: 400 })
  })
})

describe('the link of a photo', () => {
  it('shows a JPEG without metadata, which no browser takes for anything else', async () => {
    const { photo } = await uploaded()
    for (const url of [photo.url, photo.thumbnail_url]) {
      const response = await fetchPhoto(server, url)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'content-disposition': 'inline; filename="photo.jpg"',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cache-control': 'private, max-age=86400',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff')
      expect(bytes.includes(TAKEN_BY)).toBe(false)
    }
    const saved = await fetchPhoto(server, `${photo.url}?download`)
    expect(saved.headers.get('content-disposition')).toBe('attachment; filename="photo.jpg"')
  })

  it('cannot be guessed, and leads nowhere else', async () => {
    const { photo } = await uploaded()
    const [row] = await server.deps.db
      .selectFrom('photos')
      .select('file')
      .where('id', '=', photo.id)
      .execute()
    const { origin } = new URL(photo.url)
    for (const name of [
      `${photo.id.slice(0, -1)}${photo.id.endsWith('0') ? '1' : '0'}.jpg`,
      `${photo.id}.html`,
      photo.id,
      `${row?.file}.jpg`,
      `..%2f${row?.file}.jpg`,
      '%00.jpg',
    ]) {
      const response = await fetchPhoto(server, `${origin}/photos/${name}`)
      expect([name, response.status]).toEqual([name, 404])
      expect(response.headers.get('content-type')).not.toContain('html')
    }
  })
})

describe('an upload is refused', () => {
  it("without the visitor's token, or with another's", async () => {
    const session = await beginChat(server, FRESH)
    const other = await beginChat(server, FRESH)
    const visitor_token = other.visitor_token
    expect((await uploadPhoto(server, { ...session, visitor_token }, yard)).status).toBe(404)
    expect((await uploadPhoto(server, session, yard, { Authorization: '' })).status).toBe(401)
    expect(await rowsOf(session)).toEqual([])
  })

  it('with 413 if it is too large, before or while it is read, without reading on', async () => {
    const session = await beginChat(server, FRESH)
    const tooLarge = { message: 'A photo can have 10 MB. Please choose a smaller one' }
    const large = new Uint8Array(12 * 1_048_576)
    large.set(yard)
    expect(
      await uploadPhoto(server, session, large, { 'Content-Length': String(large.length) }),
    ).toMatchObject({
      status: 413,
      body: tooLarge,
    })
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        const part = new Uint8Array(65_536)
        if (sent === 0) part.set(yard.slice(0, 100))
        sent += part.length
        controller.enqueue(part)
      },
    })
    expect(await uploadPhoto(server, session, endless)).toMatchObject({ status: 413, body: tooLarge })
    expect(sent).toBeLessThan(LIMITS.photo + 4 * 65_536)
    expect(await rowsOf(session)).toEqual([])
  })

  it('with 400 as soon as its first bytes are not those of a picture', async () => {
    const session = await beginChat(server, FRESH)
    let sent = 0
    const page = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1
        controller.enqueue(new Uint8Array(Buffer.from('<!doctype html>')))
      },
    })
    expect((await uploadPhoto(server, session, page)).status).toBe(400)
    expect(sent).toBeLessThan(5)
    expect((await uploadPhoto(server, session, yard.slice(0, 900))).body.message).toContain('damaged')
    expect(await rowsOf(session)).toEqual([])
  })

  it('with 409 if the conversation has ten photos', async () => {
    const session = await beginChat(server, FRESH)
    const small = await png(8, 8)
    for (let count = 0; count < LIMITS.photos; count += 1) {
      const clientId = `photo-${count}`
      expect((await uploadPhoto(server, session, small, { clientId })).status).toBe(200)
    }
    const answer = await uploadPhoto(server, session, small)
    expect([answer.status, answer.body.message]).toEqual([409, 'A conversation can hold 10 photos'])
    // A repetition is none too many.
    expect((await uploadPhoto(server, session, small, { clientId: 'photo-0' })).status).toBe(200)
    expect(await rowsOf(session)).toHaveLength(LIMITS.photos)
  })

  it('with 429 if the conversation sends too much at once, or the address too much in an hour', async () => {
    const session = await beginChat(server, FRESH)
    const statuses = []
    for (let count = 0; count < 21; count += 1)
      statuses.push((await uploadPhoto(server, session, new Uint8Array([1]))).status)
    expect(statuses).toEqual([...Array(20).fill(400), 429])
    const from = { 'X-Forwarded-For': '10.9.9.9' }
    const hour = []
    for (let count = 0; count < 101; count += 1) {
      const own = count % 20 === 0 ? await beginChat(server, FRESH) : session
      if (own !== session) Object.assign(session, own)
      hour.push((await uploadPhoto(server, session, new Uint8Array([1]), from)).status)
    }
    expect(hour).toEqual([...Array(100).fill(400), 429])
  })

  it('with 403 if the organization does not allow photos', async () => {
    const session = await beginChat(server, FRESH)
    await server.deps.db
      .insertInto('profiles')
      .values({
        organization_id: FRESH,
        fields: JSON.stringify({ enable_file_upload: false }),
        updated_at: server.clock.now(),
      })
      .execute()
    expect(await uploadPhoto(server, session, yard)).toMatchObject({
      status: 403,
      body: { message: 'Photos cannot be sent in this chat' },
    })
    const config = await server.fetchApi(`/api/v1/widget/${FRESH}/config`, { as: null })
    expect(await config.json()).toMatchObject({ file_upload: false })
    await server.deps.db.deleteFrom('profiles').where('organization_id', '=', FRESH).execute()
  })
})
