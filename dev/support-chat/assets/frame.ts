// The local chat's frame. It says that no one reads it, and it stores the conversation in this browser. After a reset,
// a new conversation replaces the old one.

interface Message {
  from: 'visitor' | 'note'
  text: string
}

interface Received {
  event?: string
  identifier?: string
  user?: { name?: string; email?: string }
  customAttributes?: { organization_name?: string }
  isOpen?: boolean
  isMobile?: boolean
}

const PREFIX = 'chatwoot-widget:'
const KEPT = 'support-chat.'
const MOST = 200
const REPLY =
  'Nobody is here to answer: this chat runs on your machine only. When the console is built with the URL of a Chatwoot server, people answer here.'

const find = <E extends HTMLElement>(id: string) => document.getElementById(id) as E
const log = find<HTMLOListElement>('log')
const form = find<HTMLFormElement>('composer')
const field = find<HTMLTextAreaElement>('message')
const closeButton = find<HTMLButtonElement>('close')
const writer = find<HTMLParagraphElement>('writer')

const query = new URLSearchParams(location.search)
const token = query.get('cw_conversation') || newToken()
const messages = open()
let author = ''
let organization = ''

/** Returns a unique conversation ID. `randomUUID` would require HTTPS. */
function newToken(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

function open(): Message[] {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(KEPT) && key !== KEPT + token) localStorage.removeItem(key)
    }
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT + token) ?? '[]')
    return Array.isArray(kept) ? kept.filter((entry) => typeof entry?.text === 'string') : []
  } catch {
    return []
  }
}

function keep() {
  try {
    localStorage.setItem(KEPT + token, JSON.stringify(messages.slice(-MOST)))
  } catch {
    // If storage is denied or full, the conversation lasts as long as the page.
  }
}

function draw(message: Message) {
  const item = document.createElement('li')
  item.className = message.from
  item.textContent = message.text
  log.append(item)
  item.scrollIntoView({ block: 'end' })
}

function add(message: Message) {
  messages.push(message)
  draw(message)
  keep()
}

function showWriter() {
  writer.textContent = author ? `You write as ${author}${organization ? `, ${organization}` : ''}.` : ''
}

const tellHost = (event: string, values: object = {}) =>
  parent.postMessage(PREFIX + JSON.stringify({ event, ...values }), '*')

const handlers: Record<string, (message: Received) => void> = {
  'set-user'({ user }) {
    author =
      user?.name && user.email && user.name !== user.email
        ? `${user.name} (${user.email})`
        : (user?.email ?? user?.name ?? '')
    showWriter()
  },
  'set-custom-attributes'({ customAttributes }) {
    organization = customAttributes?.organization_name ?? ''
    showWriter()
  },
  'toggle-open'({ isOpen }) {
    if (isOpen) field.focus()
  },
  'toggle-close-button'({ isMobile }) {
    closeButton.hidden = !isMobile
  },
}

addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  if (source !== parent || typeof data !== 'string' || !data.startsWith(PREFIX)) return
  const message: Received = JSON.parse(data.slice(PREFIX.length))
  handlers[message.event ?? '']?.(message)
})

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const text = field.value.trim()
  if (!text) return
  const isFirst = messages.length === 0
  add({ from: 'visitor', text })
  if (isFirst) add({ from: 'note', text: REPLY })
  field.value = ''
  field.focus()
})
field.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  form.requestSubmit()
})
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') tellHost('closeWindow')
})
closeButton.addEventListener('click', () => tellHost('closeWindow'))

for (const message of messages) draw(message)
tellHost('loaded', { config: { authToken: token, channelConfig: { widgetColor: '#9c2c09' } } })
