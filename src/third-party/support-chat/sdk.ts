/** The parts of Chatwoot's website SDK that the console uses; `local/support-chat` speaks the same locally. */

/** Read by the SDK when it starts, so it has to be there before. */
export interface ChatwootSettings {
  hideMessageBubble: boolean
  position: 'left' | 'right'
  locale: string
  type: 'standard' | 'expanded_bubble'
}

export interface Chatwoot {
  readonly isOpen: boolean
  toggle(state?: 'open' | 'close'): void
  /** Throws where none of the details is given. The same user a second time is not sent. */
  setUser(identifier: string, details: { email: string; name: string }): void
  setCustomAttributes(attributes: Record<string, string>): void
  /** Forgets the user and the conversation on this device. */
  reset(): void
}

declare global {
  interface Window {
    chatwootSettings?: ChatwootSettings
    chatwootSDK?: { run(options: { websiteToken: string; baseUrl: string }): void }
    $chatwoot?: Chatwoot
  }
}

export const SDK_PATH = '/packs/js/sdk.js'

/** Told on the window. Calls of the SDK count from `ready` on, which may come again: its frame may load anew. */
export const CHAT_EVENTS = {
  ready: 'chatwoot:ready',
  opened: 'chatwoot:opened',
  closed: 'chatwoot:closed',
} as const

/** What the SDK puts into the page, by id. */
export const CHAT_ELEMENTS = ['cw-widget-holder', 'cw-bubble-holder', 'cw-widget-styles'] as const

/** Its own buttons to close it. */
export const CLOSE_BUTTONS = '.woot--close, .woot-widget-bubble'

export const CONVERSATION_COOKIE = 'cw_conversation'

/** Cookies of the console's origin in which the SDK keeps conversation and user. */
export const chatCookies = (token: string) => [CONVERSATION_COOKIE, `cw_user_${token}`]
