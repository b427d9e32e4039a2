import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { AskModel } from '../../../../server/model/client.ts'
import { configure } from '../../../../src/api/client.ts'
import type { InboxThread } from '../../../../src/contract/conversations.ts'
import type { ChatSession } from '../../../../src/contract/widget.ts'
import { markStale } from '../../../../src/stores/base/query/query.ts'
import { eraseThread, threadOf } from '../../../../src/stores/conversations/thread.ts'
import {
  hideTranslations,
  retryTranslations,
  showTranslations,
  translateNext,
  translationsIn,
} from '../../../../src/stores/conversations/translation.ts'
import { FRESH } from '../../../support/api.ts'
import { connectConsole } from '../../../support/console.ts'
import { createDevice } from '../../../support/device.ts'
import { eventually } from '../../../support/eventually.ts'
import { faults } from '../../../support/faults.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { beginChat, sayInChat } from '../../../support/visitor.ts'

const HOLA = 'Hola, necesito cortar el césped'
const ENGLISH: Record<string, string> = { [HOLA]: 'Hi, I need my lawn cut', Setos: 'Hedges' }

const server = await sharedServer()
let network: ReturnType<typeof connectConsole>
let session: ChatSession
let thread: ReturnType<typeof threadOf>
let translations: ReturnType<typeof translationsIn>

/** A model that translates what the visitor says here, and nothing else. */
const model: AskModel = async ({ messages }) => {
  const items = JSON.parse(messages.at(-1)?.content ?? '[]') as { id: string; text: string }[]
  return JSON.stringify(items.map(({ id, text }) => ({ id, text: ENGLISH[text] ?? '' })))
}

async function say(content: string): Promise<void> {
  server.deps.model = null
  await sayInChat(server, session, content)
  server.deps.model = model
}

const data = () => thread.get().data as InboxThread
const id = () => session.conversation_id
/** What each message that was translated says in English. */
const shown = () =>
  data().messages.flatMap((message) => {
    const translated = translations.get().messages[message.id]
    return message.author === 'visitor' && translated ? [[message.content, translated.text]] : []
  })
const requests = () => network.requests.filter(({ url }) => url.endsWith('/translation'))

beforeEach(async () => {
  network = connectConsole(server)
  vi.stubGlobal('localStorage', createDevice().localStorage)
  signInTo(FRESH)
  session = await beginChat(server, FRESH)
  await say(HOLA)
  thread = threadOf(id())
  translations = translationsIn(id())
  const next = () => void (thread.get().data && translateNext(data()))
  const stops = [thread.subscribe(next), translations.subscribe(next)]
  await eventually(() => expect(thread.get().data?.translation?.is_ready).toBe(true))
  onTestFinished(() => {
    for (const stop of stops) stop()
  })
})
afterEach(() => {
  server.deps.model = null
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

it('a conversation is translated when the user asks for it, and new messages as they arrive', async () => {
  expect(requests()).toEqual([])
  showTranslations(id())
  await eventually(() => expect(shown()).toEqual([[HOLA, 'Hi, I need my lawn cut']]))
  expect(Object.values(translations.get().messages)[0]?.language).toBe('es')
  await say('Setos')
  markStale(FRESH, 'thread')
  await eventually(() => expect(shown()).toContainEqual(['Setos', 'Hedges']))
  expect(requests()).toHaveLength(2)
  const [first, second] = await Promise.all(requests().map((each) => each.json()))
  expect(second.message_ids).not.toEqual(expect.arrayContaining(first.message_ids))
  hideTranslations(id())
  await say('Setos')
  markStale(FRESH, 'thread')
  await eventually(() => expect(data().messages.filter(({ content }) => content === 'Setos')).toHaveLength(2))
  expect(requests()).toHaveLength(2)
  expect(translations.get().isShown).toBe(false)
})

it('asks again only when the user wants it', async () => {
  network.planFor('POST', faults.serverError)
  showTranslations(id())
  await eventually(() => expect(translations.get().error).not.toBeNull())
  markStale(FRESH, 'thread')
  await eventually(() => expect(thread.get().isFetching).toBe(false))
  expect(requests()).toHaveLength(1)
  retryTranslations(id())
  await eventually(() => expect(shown()).toEqual([[HOLA, 'Hi, I need my lawn cut']]))
  const missing = () => Object.values(translations.get().messages).filter(({ text }) => text === null)
  // The agent's own message, which this model can't translate.
  expect(missing()).toHaveLength(1)
  retryTranslations(id())
  await eventually(() => expect(missing()).toHaveLength(1))
  expect(requests()).toHaveLength(3)
  const [, , last] = await Promise.all(requests().map((each) => each.json()))
  expect(last.message_ids).toHaveLength(1)
})

it.each([
  ['nothing', []],
  ['other messages', [{ message_id: 'msg_x', text: 'Hi' }]],
])('a server that returns %s is not asked forever', async (_, answer) => {
  network.planFor('POST', faults.json(answer))
  showTranslations(id())
  await eventually(() => expect(translations.get().error).toMatchObject({ name: 'BadResponseError' }))
  expect(requests()).toHaveLength(1)
  expect(translations.get().messages).toEqual({})
})

it('there is one request at a time', async () => {
  network.planFor('POST', faults.never)
  showTranslations(id())
  await eventually(() => expect(requests()).toHaveLength(1))
  hideTranslations(id())
  showTranslations(id())
  markStale(FRESH, 'thread')
  await eventually(() => expect(thread.get().isFetching).toBe(false))
  expect(requests()).toHaveLength(1)
})

it.each([
  ['is erased', () => eraseThread(id())],
  ['belongs to someone who signs out', async () => signOutNow()],
])('nothing is left of a conversation that %s, even if its translation arrives later', async (_, leave) => {
  const arrival = Promise.withResolvers<void>()
  network.planFor('POST', async (request) => {
    const response = await server.app.api.fetch(request)
    await arrival.promise
    return response
  })
  showTranslations(id())
  await eventually(() => expect(requests()).toHaveLength(1))
  await leave()
  arrival.resolve()
  await eventually(() => expect(translations.get().isFetching).toBe(false))
  expect(translations.get()).toMatchObject({ isShown: false, messages: {} })
})
