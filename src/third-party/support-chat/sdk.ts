/** The parts of Chatwoot's website SDK that the console uses. `dev/support-chat` implements them locally. */

/** The settings that the SDK reads when it starts. Set them before that. */
export interface ChatwootSettings {
  hideMessageBubble: boolean
  position: 'left' | 'right'
  locale: string
  type: 'standard' | 'expanded_bubble'
}

export interface Chatwoot {
  readonly isOpen: boolean
  toggle(state?: 'open' | 'close'): void
  /** Throws if there are no details. Ignores the same user a second time. */
  setUser(identifier: string, details: { email: string; name: string }): void
  setCustomAttributes(attributes: Record<string, string>): void
  /** Deletes the user and the conversation from this device. */
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

/** Events on `window`. SDK calls work after `ready`, which fires again when the frame reloads. */
export const CHAT_EVENTS = {
  ready: 'chatwoot:ready',
  opened: 'chatwoot:opened',
  closed: 'chatwoot:closed',
} as const

/** The ids of the elements that the SDK adds to the page. */
export const CHAT_ELEMENTS = ['cw-widget-holder', 'cw-bubble-holder', 'cw-widget-styles'] as const

/** Selectors of the SDK's own close buttons. */
export const CLOSE_BUTTONS = '.woot--close, .woot-widget-bubble'

export const CONVERSATION_COOKIE = 'cw_conversation'

/** Returns the names of the cookies on the console's site in which the SDK stores the conversation and the user. */
export const chatCookies = (token: string) => [CONVERSATION_COOKIE, `cw_user_${token}`]
