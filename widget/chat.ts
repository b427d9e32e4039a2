import type { ChatEvent, ChatMessage, ChatUpdate, WidgetConfig } from '../src/contract/widget.ts'
import { ChatError, chatApi, originIn } from './chat-api.ts'
import { chatCopies } from './chat-copies.ts'
import type { Standing } from './chat-header.ts'
import { openMemory } from './chat-memory.ts'
import { chatMenu } from './chat-menu.ts'
import type { ChosenPhoto } from './chat-photos.ts'
import { chatPresence } from './chat-presence.ts'
import { playTone } from './chat-sound.ts'
import { chatStream, isGone } from './chat-stream.ts'
import { unreadCounter } from './chat-unread.ts'
import { chatView } from './chat-view.ts'
import { createOutbox, type Failure, newName, type Waiting } from './outbox.ts'
import { unsentPhotos } from './photo-upload.ts'

const CLOCK_EVERY_MS = 30_000
const RETRY_EVERY_MS = 5_000
const TYPING_EVERY_MS = 3_000
const OFFLINE = 'You are offline. Your messages are sent when you are back online.'
const LOST = 'No connection to the chat. New messages appear when it is back.'
const CLOSED = 'This conversation was closed. Write to open it again.'

const query = new URLSearchParams(location.search)
const organization = query.get('org_id')?.trim() ?? ''
const embedded = query.get('embedded') === '1' && parent !== window
const isPreview = query.get('preview') === '1'
const apiOrigin = document.querySelector<HTMLMetaElement>('meta[name=fieldhand-api]')?.content ?? ''

const pass = query.get('pass')
const api = chatApi(apiOrigin, pass)
const memory = openMemory(organization, pass !== null)

const photos = unsentPhotos()

function send(content: string, chosen: readonly ChosenPhoto[] = []) {
  const client_id = newName()
  photos.keep(client_id, chosen)
  outbox.add({ client_id, content, ...(chosen.length > 0 && { photos: chosen.map(({ id }) => id) }) })
}

const view = chatView({
  send,
  retry: (id) => outbox.retry(id),
  discard: (id) => outbox.discard(id),
  close: () => tellHost('close'),
  typing: tellTyping,
  suggest: (text, signal) => api.suggest(memory.read(), text, signal),
  newId: newName,
  photosOf: photos.of,
})

const menu = chatMenu({
  input: view.input,
  isSoundOn: memory.isSoundOn,
  setSound(isOn) {
    memory.setSound(isOn)
    if (isOn) playTone()
  },
})

const copies = chatCopies({
  api,
  session: memory.read,
  title: () => title,
  notify: (text, action) => view.notify('conversation', text, action),
  closeMenu: menu.close,
})

const outbox = createOutbox(memory.unsent(), {
  send: sendMessage,
  changed() {
    memory.keepUnsent(outbox.waiting())
    photos.keepOnly(outbox.waiting())
    view.showWaiting(outbox.waiting(), outbox.isSending(), outbox.delay())
    const held = echoes
    echoes = []
    arrive(held)
  },
  later(task, ms) {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
  isOnline: () => navigator.onLine,
})

let title = document.title
let isFrameShown = false
let isChatting = false
let typedAt = 0
let status = 'agent'
let stream: ReturnType<typeof chatStream> | null = null
/** Messages that arrived while this tab was sending. They might be its own. */
let echoes: ChatMessage[] = []
/** The position of the answer that is being written, while its beginning is on the screen. */
let partAt: number | null = null
/** Increases with each change of the offers, so that an older response doesn't replace a newer one. */
let offered = 0

const isSeen = () => !document.hidden && (!embedded || isFrameShown)
const unread = unreadCounter({
  seen: memory.seen,
  keepSeen: (position) => memory.keepSeen(position),
  isSeen,
  changed(count) {
    document.title = count > 0 ? `(${count}) ${title}` : title
    tellHost('unread', { count, isChatting: isChatting || isPending() })
  },
})

const presence = chatPresence({
  tab: newName(),
  isHere: () => isChatting && !document.hidden,
  received: unread.last,
  read: memory.seen,
  report(report) {
    const { conversation, token } = memory.read()
    if (conversation && token && navigator.onLine) api.presence(conversation, token, report)
  },
})

/** Sends a message to the embedding page, without secrets. */
function tellHost(type: 'ready' | 'close' | 'unread', data: object = {}) {
  if (embedded) parent.postMessage({ source: 'fieldhand-chat', type, ...data }, '*')
}

/**
 * Names the conversation to the preview page once the visitor has written, because its owner can then read it in the
 * console. The browser delivers this to no page of another origin.
 */
function tellPreview() {
  const { conversation } = memory.read()
  if (embedded && isPreview && isChatting && conversation)
    parent.postMessage({ source: 'fieldhand-chat', type: 'conversation', id: conversation }, location.origin)
}

function tellTyping() {
  const { conversation, token } = memory.read()
  if (!conversation || !token || !navigator.onLine || Date.now() - typedAt < TYPING_EVERY_MS) return
  typedAt = Date.now()
  api.typing(conversation, token)
}

const isPending = () => outbox.waiting().some(({ problem }) => problem === null)

/** Removes the beginning of the answer that is being written. */
function dropPart() {
  partAt = null
  view.showPart('')
}

/** Records which messages are on the screen. */
function note(messages: readonly ChatMessage[]) {
  if (messages.some(({ position }) => position >= (partAt ?? Number.POSITIVE_INFINITY))) dropPart()
  isChatting ||= messages.some(({ author }) => author === 'visitor')
  unread.add(messages)
  presence.update()
}

/**
 * Shows messages that this tab didn't send. Holds back messages that might be its own, because they can arrive before
 * the response that confirms them.
 */
function arrive(messages: readonly ChatMessage[]) {
  const isOwn = ({ author }: ChatMessage) => author !== 'person' && isPending()
  echoes.push(...messages.filter(isOwn))
  const others = messages.filter((message) => !isOwn(message))
  view.show(others)
  note(others)
}

/** Applies a change of who is answering. */
function follow(standing: Standing) {
  const before = status
  status = standing.status
  if (status === 'person') dropPart()
  view.answering(standing)
  if (status === before) return
  if (status === 'closed') view.notify('conversation', CLOSED)
  else if (before === 'closed') view.notify('conversation', '')
}

function showBooking({ booking, call_news }: Pick<ChatUpdate, 'booking' | 'call_news'>) {
  // During an update, an older server sends no news.
  view.showBooking(booking, call_news ?? null)
  copies.offerTexts(booking !== null)
}

function offer(update: ChatUpdate) {
  view.showOffers(update)
  copies.speak(update.language)
  showBooking(update)
}

function apply(update: ChatUpdate) {
  offered += 1
  offer(update)
  tellPreview()
  if (!stream?.isLive()) follow(update)
}

/** Reads the offers, because the stream has no quick replies. */
async function readOffers() {
  const { conversation, token } = memory.read()
  if (!conversation || !token) return
  const before = ++offered
  const update = await api.read(conversation, token).catch(() => null)
  if (update && before === offered) offer(update)
}

function take(event: ChatEvent) {
  if (event.type === 'reply_part') {
    partAt = event.position
    view.showPart(event.text)
  }
  if (event.type === 'typing') view.personTyping(event.person_name)
  if (event.type === 'status') {
    const isChanged = event.status !== status
    follow(event)
    showBooking(event)
    if (isChanged) void readOffers()
  }
  if (event.type === 'message') {
    const { message } = event
    const isNew = !view.has(message.id) && !isPending()
    arrive([message])
    if (isNew && message.author === 'agent') void readOffers()
    const isCall = message.author === 'person' || (isNew && message.author === 'agent' && !isSeen())
    if (isCall && memory.isSoundOn() && memory.mayRing(message.position)) playTone()
  }
}

const lastPosition = (messages: readonly ChatMessage[]) => messages[messages.length - 1]?.position ?? null

/** Follows the conversation after the messages on the screen. */
function listen(after: number | null) {
  const { conversation, token } = memory.read()
  stream?.stop()
  stream = null
  if (!conversation || !token) return
  stream = chatStream(
    {
      open: (position, signal) => api.events(conversation, token, position, signal),
      async poll() {
        const update = await api.read(conversation, token)
        return () => {
          arrive(update.messages)
          apply(update)
          return lastPosition(update.messages)
        }
      },
      take,
      broken: dropPart,
      trouble(error) {
        if (isGone(error)) {
          forget()
          void offerNewChat('This conversation was deleted.')
        } else if (error?.status === 402) view.notify('connection', error.sentence)
        else view.notify('connection', navigator.onLine ? (error ? LOST : '') : OFFLINE)
      },
      isOnline: () => navigator.onLine,
      isHidden: () => document.hidden,
    },
    after,
  )
}

/** Removes a conversation that no longer exists. */
function forget() {
  stream?.stop()
  stream = null
  memory.write({ conversation: null, token: null })
  echoes = []
  offered += 1
  isChatting = false
  dropPart()
  view.clear()
  unread.clear()
  follow({ status: 'agent', person_name: null, seen_position: null })
}

let beginning: Promise<void> | null = null

/** Starts one conversation, even if several messages are waiting for it. */
function begin(): Promise<void> {
  beginning ??= start().finally(() => {
    beginning = null
  })
  return beginning
}

async function start(): Promise<void> {
  const page_url = document.referrer.slice(0, 2_000) || undefined
  const session = await api.start(organization, { page_url, ...originIn(query) })
  memory.write({ conversation: session.conversation_id, token: session.visitor_token })
  show(session)
}

/** Shows the whole conversation and follows it. */
function show(update: ChatUpdate) {
  view.show(update.messages)
  note(update.messages)
  apply(update)
  listen(lastPosition(update.messages))
}

async function sendMessage(message: Waiting): Promise<Failure | null> {
  const { client_id, content } = message
  let isUploaded = false
  const { conversation, token } = memory.read()
  const isLeft = () => memory.read().conversation !== conversation
  try {
    if (!conversation || !token) {
      await begin()
      view.notify('conversation', '')
      return sendMessage(message)
    }
    typedAt = 0
    const ids = await photos.upload(client_id, (id) => api.photoUrl(conversation, id), token)
    isUploaded = true
    const update = await api.send(conversation, token, { client_id, content, photos: ids })
    if (isLeft()) return null
    view.deliver(client_id, update.messages)
    note(update.messages)
    apply(update)
    return null
  } catch (error) {
    if (isGone(error) && isLeft()) return null
    if (!conversation) view.refuse(error)
    else if (isGone(error)) {
      forget()
      return { status: 0, message: 'This conversation has ended.', retryAfter: 1 }
    }
    const { status, sentence, retryAfter } =
      error instanceof ChatError ? error : new ChatError('Something went wrong', 0)
    if (status === 409 && isUploaded) void offerNewChat('This chat is full.')
    return { status, message: sentence, retryAfter }
  }
}

/** Opens the stored conversation, or starts a new one. */
async function openConversation(): Promise<void> {
  const { conversation, token } = memory.read()
  if (!conversation || !token) return begin()
  try {
    show(await api.read(conversation, token))
  } catch (error) {
    if (!isGone(error)) throw error
    memory.write({ conversation: null, token: null })
    await begin()
  }
}

/** Offers a new chat, unless the business no longer has one. */
async function offerNewChat(reason: string) {
  const isRefused = await api.config(organization).then(() => false, view.refuse)
  if (!isRefused) view.notify('conversation', reason, { label: 'Start a new chat', act: startOver })
}

function startOver() {
  outbox.clear()
  memory.clear()
  forget()
  view.notify('conversation', '')
  openConversation().catch((error) => {
    if (view.refuse(error)) return
    view.notify('conversation', "Couldn't reach the chat.", { label: 'Try again', act: startOver })
  })
}

function live() {
  setInterval(view.passTime, CLOCK_EVERY_MS)
  addEventListener('offline', () => view.notify('connection', OFFLINE))
  addEventListener('online', () => {
    view.notify('connection', '')
    presence.again()
    stream?.resume(true)
    outbox.resume()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    stream?.resume(true)
    presence.again()
  })
  addEventListener('pagehide', presence.leave)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) stream?.resume(false)
    unread.update()
    presence.update()
  })
  memory.onOtherTab((settled) => settled && outbox.discard(settled), unread.update)
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (!embedded || source !== parent || typeof data !== 'object' || data === null || !('action' in data))
      return
    if (data.action === 'focus') view.focus()
    if (data.action === 'shown' || data.action === 'hidden') {
      isFrameShown = data.action === 'shown'
      unread.update()
      presence.update()
    }
    if (data.action === 'clearUserData') startOver()
    if (data.action === 'send' && 'text' in data) send(String(data.text))
  })
  if (!navigator.onLine) view.notify('connection', OFFLINE)
  view.showWaiting(outbox.waiting(), false, null)
  outbox.resume()
  tellHost('ready')
}

async function open(): Promise<void> {
  try {
    const config: WidgetConfig = await api.config(organization)
    title = `Chat with ${config.business_name}`
    view.configure(config, embedded)
    copies.configure(config)
    await openConversation()
    view.notify('connection', '')
    view.ready(!embedded && matchMedia('(pointer: fine)').matches)
    menu.ready()
    live()
  } catch (error) {
    if (view.refuse(error)) return
    const { status, message } = error instanceof ChatError ? error : new ChatError(String(error), 0)
    const timer = setTimeout(open, RETRY_EVERY_MS)
    const act = () => {
      clearTimeout(timer)
      void open()
    }
    const unreached = navigator.onLine ? "Couldn't reach the chat. Trying again…" : OFFLINE
    view.notify('connection', status === 429 ? `${message}.` : unreached, { label: 'Try now', act })
  }
}

if (organization) void open()
else view.refuse(new ChatError('No organization is named in this address', 400))
