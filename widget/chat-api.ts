import type {
  ChatOrigin,
  ChatPost,
  ChatSession,
  ChatUpdate,
  PresenceReport,
  WidgetConfig,
} from '../src/contract/widget.ts'

import type { Session } from './chat-memory.ts'

const PATIENCE_MS = 20_000

const MOST_ORIGIN = 500

/** A failed call. A `status` of 0 means that the server is unreachable. */
export class ChatError extends Error {
  override name = 'ChatError'
  readonly status: number
  /** The Retry-After seconds, if the server sent any. */
  readonly retryAfter: number | null

  constructor(message: string, status: number, retryAfter: number | null = null) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }

  /** Whether a retry can't help. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429
  }

  /** The message as a sentence for the visitor. */
  get sentence(): string {
    return /[.!?]$/.test(this.message) ? this.message : `${this.message}.`
  }
}

interface Request {
  token?: string
  body?: unknown
  /** Aborts the call, which otherwise fails when it takes too long. */
  signal?: AbortSignal
}

async function call<Reply>(url: string, { token, body, signal }: Request = {}): Promise<Reply> {
  let response: Response
  try {
    response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      credentials: 'omit',
      cache: 'no-store',
      // Safari before 16 has no timeouts.
      signal: signal ?? AbortSignal.timeout?.(PATIENCE_MS) ?? null,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  } catch {
    throw new ChatError("Couldn't reach the chat", 0)
  }
  // For a call without a response body, `Reply` doesn't matter.
  if (response.status === 204) return undefined as Reply
  const data = await response.json().catch(() => null)
  if (response.ok && data !== null) return data
  throw chatError(response, data)
}

function chatError(response: Response, data: { message?: unknown } | null): ChatError {
  if (response.status === 402) {
    // biome-ignore lint/suspicious/noConsole: the reason concerns the website's owner, not the visitor
    console.warn(`Fieldhand: ${data?.message}`)
    return new ChatError('This chat is closed at the moment. Please call or email us instead', 402)
  }
  const message = typeof data?.message === 'string' ? data.message : `HTTP ${response.status}`
  return new ChatError(message, response.status, Number(response.headers.get('Retry-After')) || null)
}

/**
 * Returns the client of the API's public endpoints (src/contract/widget.ts). Every call can throw ChatError.
 * `givenPass` is the preview pass, if this is a preview.
 */
export function chatApi(origin: string, givenPass: string | null) {
  const pass = givenPass === null ? '' : `?pass=${encodeURIComponent(givenPass)}`
  const root = `${origin}/api/v1/widget`
  const of = (part: string) => encodeURIComponent(part)
  return {
    config: (organization: string) => call<WidgetConfig>(`${root}/${of(organization)}/config${pass}`),
    start: (organization: string, from: ChatOrigin & { page_url: string | undefined }) =>
      call<ChatSession>(`${root}/${of(organization)}/conversations${pass}`, { body: from }),
    read: (conversation: string, token: string) =>
      call<ChatUpdate>(`${root}/conversations/${of(conversation)}${pass}`, { token }),
    /** Returns the upload URL of a photo. `id` is assigned by the client. */
    photoUrl: (conversation: string, id: string) =>
      `${root}/conversations/${of(conversation)}/photos/${of(id)}${pass}`,
    send: (conversation: string, token: string, message: ChatPost) =>
      call<ChatUpdate>(`${root}/conversations/${of(conversation)}/messages${pass}`, {
        token,
        body: message,
      }),
    /** Sends the conversation so far to an email address. */
    email: (conversation: string, token: string, email: string) =>
      call<void>(`${root}/conversations/${of(conversation)}/transcript${pass}`, { token, body: { email } }),
    /** Gives consent to text messages about the booked call. */
    text: (conversation: string, token: string, phone: string) =>
      call<void>(`${root}/conversations/${of(conversation)}/texts${pass}`, { token, body: { phone } }),
    /** Returns addresses that complete a text. */
    async suggest({ conversation, token }: Session, text: string, signal: AbortSignal) {
      if (!conversation || !token) return []
      const url = `${root}/conversations/${of(conversation)}/addresses${pass}`
      return (await call<{ suggestions: string[] }>(url, { token, body: { text }, signal })).suggestions
    },
    /** Notifies the business that the visitor is typing. Failures are ignored, because nothing depends on it. */
    typing(conversation: string, token: string) {
      fetch(`${root}/conversations/${of(conversation)}/typing${pass}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
        credentials: 'omit',
      }).catch(() => undefined)
    },
    /** Tells the business whether the visitor is here. Failures are ignored, because the next report follows soon. */
    presence(conversation: string, token: string, report: PresenceReport) {
      fetch(`${root}/conversations/${of(conversation)}/presence${pass}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        credentials: 'omit',
        body: JSON.stringify(report),
        // The page can close in the meantime.
        keepalive: true,
      }).catch(() => undefined)
    },
    /** Opens the stream of events after a position, or from the beginning. */
    async events(conversation: string, token: string, after: number | null, signal: AbortSignal) {
      const response = await fetch(`${root}/conversations/${of(conversation)}/events${pass}`, {
        headers: {
          Authorization: `Bearer ${token}`,
          ...(after !== null && { 'Last-Event-ID': String(after) }),
        },
        credentials: 'omit',
        cache: 'no-store',
        signal,
      })
      if (response.ok && response.body) return response.body
      throw chatError(response, await response.json().catch(() => null))
    },
  }
}

/** Returns where the chat started, from the launcher's query parameters, in a form that the API accepts. */
export const originIn = (query: URLSearchParams): ChatOrigin =>
  Object.fromEntries(
    ['page', 'utm_source', 'utm_medium', 'utm_campaign'].map((name) => {
      const text = query
        .get(name)
        ?.replace(/\p{Cc}/gu, '')
        .slice(0, MOST_ORIGIN)
      return [name, text || undefined]
    }),
  )
