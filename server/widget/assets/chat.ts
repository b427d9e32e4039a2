import type { WidgetConfig } from '../../../src/contract/widget.ts'
import { ChatError, chatApi } from './chat-api.ts'
import { openMemory } from './chat-memory.ts'
import { chatView } from './chat-view.ts'
import { createOutbox, type Failure, type Waiting } from './outbox.ts'

const HOURS_EVERY_MS = 30_000
const RETRY_EVERY_MS = 5_000
const OFFLINE = 'You are offline. Your messages are sent when you are back online.'

const query = new URLSearchParams(location.search)
const organization = query.get('org_id')?.trim() ?? ''
const embedded = query.get('embedded') === '1' && parent !== window
const apiOrigin = document.querySelector<HTMLMetaElement>('meta[name=fieldhand-api]')?.content ?? ''

const MOST_ORIGIN = 500

/** Where the chat begins, from the launcher, in a form that the API accepts. */
const origin = Object.fromEntries(
  ['page', 'utm_source', 'utm_medium', 'utm_campaign'].map((name) => {
    const text = query
      .get(name)
      ?.replace(/\p{Cc}/gu, '')
      .slice(0, MOST_ORIGIN)
    return [name, text || undefined]
  }),
)

const api = chatApi(apiOrigin, query.get('pass'))
const memory = openMemory(organization)

const send = (content: string) => outbox.add({ client_id: newName(), content })

const view = chatView({
  send,
  retry: (id) => outbox.retry(id),
  discard: (id) => outbox.discard(id),
  close: () => tellHost('close'),
})

const outbox = createOutbox(memory.unsent(), {
  send: sendMessage,
  changed() {
    memory.keepUnsent(outbox.waiting())
    view.showWaiting(outbox.waiting(), outbox.isSending())
  },
  later(task, ms) {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
  isOnline: () => navigator.onLine,
})

/** Returns a unique message id. `randomUUID` would need HTTPS. */
function newName(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

/** Sends a message to the embedding page, without secrets. */
function tellHost(type: 'ready' | 'close') {
  if (embedded) parent.postMessage({ source: 'fieldhand-chat', type }, '*')
}

async function begin(): Promise<void> {
  const page_url = document.referrer.slice(0, 2_000) || undefined
  const session = await api.start(organization, { page_url, ...origin })
  memory.write({ conversation: session.conversation_id, token: session.visitor_token })
  view.show(session.messages)
  view.offer(session)
}

const isGone = (error: unknown) => error instanceof ChatError && [401, 404].includes(error.status)

async function sendMessage({ client_id, content }: Waiting): Promise<Failure | null> {
  try {
    const { conversation, token } = memory.read()
    if (!conversation || !token) {
      await begin()
      return sendMessage({ client_id, content, problem: null })
    }
    const update = await api.send(conversation, token, { client_id, content })
    view.deliver(client_id, update.messages)
    view.offer(update)
    if (navigator.onLine) view.notify('')
    return null
  } catch (error) {
    if (isGone(error)) {
      memory.write({ conversation: null, token: null })
      return { status: 0, message: 'This conversation has ended.', retryAfter: 1 }
    }
    const { status, message, retryAfter } =
      error instanceof ChatError ? error : new ChatError('Something went wrong', 0)
    if (status === 409) view.notify('This chat is full.', { label: 'Start a new chat', act: startOver })
    return { status, message: /[.!?]$/.test(message) ? message : `${message}.`, retryAfter }
  }
}

/** The stored conversation, or a new one. */
async function openConversation(): Promise<void> {
  const { conversation, token } = memory.read()
  if (!conversation || !token) return begin()
  try {
    const update = await api.read(conversation, token)
    view.show(update.messages)
    view.offer(update)
  } catch (error) {
    if (!isGone(error)) throw error
    memory.write({ conversation: null, token: null })
    await begin()
  }
}

function startOver() {
  outbox.clear()
  memory.clear()
  view.clear()
  view.notify('')
  openConversation().catch(() =>
    view.notify("Couldn't reach the chat.", { label: 'Try again', act: startOver }),
  )
}

/** Fetches messages from other tabs. */
function refresh() {
  const { conversation, token } = memory.read()
  if (!conversation || !token || document.hidden || !navigator.onLine) return
  api.read(conversation, token).then(
    (update) => {
      view.show(update.messages)
      view.offer(update)
    },
    () => undefined,
  )
}

function live(config: WidgetConfig) {
  setInterval(() => view.showHours(config, new Date()), HOURS_EVERY_MS)
  addEventListener('offline', () => view.notify(OFFLINE))
  addEventListener('online', () => {
    view.notify('')
    outbox.resume()
  })
  document.addEventListener('visibilitychange', refresh)
  memory.onOtherTab((settled) => {
    if (settled) outbox.discard(settled)
    refresh()
  })
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (!embedded || source !== parent || typeof data !== 'object' || data === null || !('action' in data))
      return
    if (data.action === 'focus') view.focus()
    if (data.action === 'clearUserData') startOver()
    if (data.action === 'send' && 'text' in data) send(String(data.text))
  })
  if (!navigator.onLine) view.notify(OFFLINE)
  view.showWaiting(outbox.waiting(), false)
  outbox.resume()
  tellHost('ready')
}

async function open(): Promise<void> {
  try {
    const config = await api.config(organization)
    view.configure(config, embedded)
    view.showHours(config, new Date())
    await openConversation()
    view.notify('')
    view.ready(!embedded && matchMedia('(pointer: fine)').matches)
    live(config)
  } catch (error) {
    const { status, message } = error instanceof ChatError ? error : new ChatError(String(error), 0)
    if (status >= 400 && status < 500 && status !== 429) {
      view.refuse('Chat not available', `${message}.`)
      return
    }
    const timer = setTimeout(open, RETRY_EVERY_MS)
    const act = () => {
      clearTimeout(timer)
      void open()
    }
    view.notify(navigator.onLine ? "Couldn't reach the chat. Trying again…" : OFFLINE, {
      label: 'Try now',
      act,
    })
  }
}

if (organization) void open()
else view.refuse('Chat not available', 'No organization is named in this address.')
