import { loadScript } from '../load-script.ts'
import { forgetConversation, hideCloseButtons, keepOverTransitions } from './page.ts'
import { CHAT_EVENTS, SDK_PATH } from './sdk.ts'

/** Section 1: what the chat is tagged with. */
export interface ChatOwner {
  userId: string
  email: string
  name: string
  organization: { id: string; name: string } | null
}

export interface ChatEvents {
  /** From now on it can be opened. May come again. */
  ready(): void
  opened(): void
  closed(): void
}

export interface SupportChatClient {
  /** Loads the chat, or what is missing of it. Rejects when it cannot be had; may be called again then. */
  load(): Promise<void>
  open(): void
  close(): void
  /** Says who writes. Before the chat is ready it is kept until then. */
  identify(owner: ChatOwner): void
  /** Forgets who wrote and what, on this device. */
  reset(): void
}

/** The support chat at `url`, for the website inbox of `token`. Asks for nothing until it is told to load. */
export function createSupportChat(
  { url, token }: { url: string; token: string },
  on: ChatEvents,
): SupportChatClient {
  let owner: ChatOwner | null = null
  let isReady = false

  const tag = () => {
    const chatwoot = window.$chatwoot
    if (!isReady || !owner || !chatwoot) return
    const { userId, email, name, organization } = owner
    chatwoot.setUser(userId, { email, name })
    chatwoot.setCustomAttributes({
      email,
      name,
      user_id: userId,
      organization_id: organization?.id ?? '',
      organization_name: organization?.name ?? '',
    })
  }

  addEventListener(CHAT_EVENTS.ready, () => {
    isReady = true
    keepOverTransitions()
    hideCloseButtons()
    tag()
    on.ready()
  })
  addEventListener(CHAT_EVENTS.opened, () => {
    hideCloseButtons()
    on.opened()
  })
  addEventListener(CHAT_EVENTS.closed, () => on.closed())

  return {
    async load() {
      if (isReady) return
      window.chatwootSettings ??= {
        hideMessageBubble: true,
        position: 'right',
        locale: 'en',
        type: 'standard',
      }
      if (!window.chatwootSDK) await loadScript(url + SDK_PATH)
      if (!window.chatwootSDK) throw new Error(`${url} sent no chat`)
      // A frame that never came up: only without its traces does the SDK make another.
      if (window.$chatwoot && !isReady) {
        document.getElementById('chatwoot_live_chat_widget')?.remove()
        delete window.$chatwoot
      }
      window.chatwootSDK.run({ websiteToken: token, baseUrl: url })
      keepOverTransitions()
    },
    open() {
      window.$chatwoot?.toggle('open')
      // Older versions tell no event.
      if (window.$chatwoot?.isOpen) on.opened()
    },
    close() {
      window.$chatwoot?.toggle('close')
    },
    identify(next) {
      owner = next
      tag()
    },
    reset() {
      owner = null
      if (isReady) window.$chatwoot?.reset()
      forgetConversation(token)
    },
  }
}
