import { type ClientRequest, request } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serveLocally } from '../../../dev/lib/serve.ts'
import { createApp } from '../../../server/app/app.ts'
import type { UploadLimits } from '../../../server/photos/upload-limits.ts'
import type { ChatSession } from '../../../src/contract/widget.ts'
import { FRESH } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { phonePhoto } from '../../support/pictures.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat } from '../../support/visitor.ts'

const RIVAL = 'org_rivalmowing'
const server = await sharedServer()
const yard = await phonePhoto()
let uploads = 0

interface Outcome {
  status: number
  message: string
}

/** Opens an upload over a connection of its own. `outcome` resolves with the response. */
function openUpload(
  port: number,
  { conversation_id, visitor_token }: ChatSession,
  address: string,
): { upload: ClientRequest; outcome: Promise<Outcome> } {
  uploads += 1
  const upload = request({
    ...{ port, host: '127.0.0.1', method: 'PUT', agent: false },
    path: `/api/v1/widget/conversations/${conversation_id}/photos/slow-${uploads}`,
    headers: {
      Authorization: `Bearer ${visitor_token}`,
      'Content-Type': 'image/jpeg',
      'X-Forwarded-For': address,
    },
  })
  onTestFinished(() => void upload.destroy())
  const outcome = new Promise<Outcome>((done, failed) => {
    upload.once('response', async (response) => {
      const text = (await response.toArray()).join('')
      done({ status: response.statusCode ?? 0, message: JSON.parse(text).message })
    })
    upload.once('error', failed)
  })
  return { upload, outcome }
}

/** Opens an upload that sends the photo's first bytes, and then one byte every 10 milliseconds. */
function trickle(port: number, session: ChatSession, address: string): Promise<Outcome> {
  const { upload, outcome } = openUpload(port, session, address)
  let sent = 100
  upload.write(yard.subarray(0, sent))
  const timer = setInterval(() => {
    upload.write(yard.subarray(sent, sent + 1))
    sent += 1
  }, 10)
  upload.once('close', () => clearInterval(timer))
  outcome.catch(() => undefined)
  return outcome
}

/** Opens an upload that sends a part of a file, and then nothing. */
function pause(port: number, session: ChatSession, address: string, part: Uint8Array): Promise<Outcome> {
  const { upload, outcome } = openUpload(port, session, address)
  upload.write(part)
  outcome.catch(() => undefined)
  return outcome
}

function send(port: number, session: ChatSession, address: string, file = yard): Promise<Outcome> {
  const { upload, outcome } = openUpload(port, session, address)
  upload.end(file)
  return outcome
}

/** Serves the real application on a port. */
async function served(uploadLimits: Partial<UploadLimits> = {}): Promise<number> {
  const http = await serveLocally(createApp(server.deps, { ...server.standIns, uploadLimits }).api)
  onTestFinished(() => http.close())
  return http.port
}

const busy = { status: 429, message: 'Too many photos at once. Please wait a moment and try again' }
const tooSlow = {
  status: 408,
  message: 'The upload is too slow. Please try again with a better connection',
}

describe('trickling uploads', () => {
  it('of twelve connections from three addresses let every business get its photos, even their own', async () => {
    const port = await served()
    const session = await beginChat(server, FRESH)
    for (let count = 0; count < 12; count += 1) void trickle(port, session, `203.0.113.${count % 3}`)
    const other = await beginChat(server, FRESH)
    for (const address of ['203.0.113.0', '203.0.113.1', '203.0.113.2']) {
      await eventually(async () => expect(await send(port, other, address)).toEqual(busy))
    }
    for (const organization of [RIVAL, FRESH]) {
      const visitor = await beginChat(server, organization)
      expect(await send(port, visitor, '198.51.100.7')).toMatchObject({ status: 200 })
    }
  })

  it('end with 408 after one window, and leave their slots to others', async () => {
    const port = await served({ windowMs: 200, perAddress: 1 })
    const session = await beginChat(server, FRESH)
    expect(await trickle(port, session, '203.0.113.10')).toEqual(tooSlow)
    expect(await send(port, session, '203.0.113.10')).toMatchObject({ status: 200 })
  })

  it('end after one window without bytes, however fast they began', async () => {
    const port = await served({ windowMs: 200, bytesPerWindow: 50_000 })
    const session = await beginChat(server, FRESH)
    const fast = new Uint8Array(5_000_000)
    fast.set(yard)
    expect(await pause(port, session, '203.0.113.11', fast)).toEqual(tooSlow)
  })

  it('that are fast enough end after the longest time', async () => {
    const port = await served({ windowMs: 100, bytesPerWindow: 1, longestMs: 500 })
    const session = await beginChat(server, FRESH)
    const started = performance.now()
    expect(await trickle(port, session, '203.0.113.12')).toEqual(tooSlow)
    expect(performance.now() - started).toBeGreaterThan(400)
  })
})

describe('the memory for uploads', () => {
  /** The beginning of a file of which nothing else arrives. */
  const part = new Uint8Array(60_000)
  part.set(yard.subarray(0, 100))
  const half = { bytesPerOrganization: 100_000, bytes: 180_000 }

  it('is shared by organization: one that has used its share delays nobody else', async () => {
    const port = await served(half)
    const session = await beginChat(server, FRESH)
    const outcomes = [1, 2].map((count) => pause(port, session, `203.0.113.2${count}`, part))
    expect(await Promise.race(outcomes)).toEqual(busy)
    const rival = await beginChat(server, RIVAL)
    expect(await send(port, rival, '198.51.100.8')).toMatchObject({ status: 200 })
  })

  it('has a limit for all organizations', async () => {
    const port = await served({ ...half, bytesPerOrganization: 180_000 })
    const sessions = await Promise.all([FRESH, RIVAL, FRESH, RIVAL].map((each) => beginChat(server, each)))
    const outcomes = sessions.map((session, index) => pause(port, session, `203.0.113.3${index}`, part))
    expect(await Promise.race(outcomes)).toEqual(busy)
  })

  it('is free again when an upload has ended, however it ended', async () => {
    const port = await served({ ...half, windowMs: 300 })
    const session = await beginChat(server, FRESH)
    for (let count = 0; count < 4; count += 1) {
      expect(await pause(port, session, `203.0.113.4${count}`, part)).toEqual(tooSlow)
      expect(await send(port, session, `203.0.113.4${count}`)).toMatchObject({ status: 200 })
    }
  })
})

it('large photos of one business delay those of another by at most one of them', async () => {
  const port = await served()
  const large = await phonePhoto(6_000, 4_000)
  const [session, rival] = await Promise.all([FRESH, RIVAL].map((each) => beginChat(server, each)))
  if (!session || !rival) throw new Error('There is no chat')
  const ended: string[] = []
  const sent = async (name: string, visitor: ChatSession, address: string, file: typeof yard) => {
    expect(await send(port, visitor, address, file)).toMatchObject({ status: 200 })
    ended.push(name)
  }
  const all = [1, 2, 3, 4].map((count) => sent('large', session, `203.0.113.5${count}`, large))
  await Promise.race([all[0], all[1], all[2], all[3]])
  await Promise.all([...all, sent('small', rival, '198.51.100.9', yard)])
  expect(ended.indexOf('small')).toBeLessThanOrEqual(2)
})
