import { loadScript } from '../load-script.ts'
import { deleteConversation, hideCloseButtons, persistAcrossTransitions } from './page.ts'
import { CHAT_EVENTS, SDK_PATH } from './sdk.ts'

/** Section 1: the data that tags a chat. */
export interface ChatOwner {
  userId: string
  email: string
  name: string
  organization: { id: string; name: string } | null
}

export interface ChatEvents {
  /** Called when the chat can be opened. Can be called more than once. */
  ready(): void
  opened(): void
  closed(): void
}

export interface SupportChatClient {
  /**
   * Loads the chat, or the parts of it that are missing. Rejects if the chat is unavailable, and can then be called
   * again.
   */
  load(): Promise<void>
  open(): void
  close(): void
  /** Identifies the user when the chat is ready. */
  identify(owner: ChatOwner): void
  /** Deletes the user and the conversation from this device. */
  reset(): void
}

/** Creates the support chat at `url` for the website inbox with `token`. Loads nothing until `load` is called. */
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
    persistAcrossTransitions()
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
      if (!window.chatwootSDK) throw new Error(`${url} did not load a chat`)
      // If the frame never loaded, the SDK creates another one only after its remains are removed.
      if (window.$chatwoot && !isReady) {
        document.getElementById('chatwoot_live_chat_widget')?.remove()
        delete window.$chatwoot
      }
      window.chatwootSDK.run({ websiteToken: token, baseUrl: url })
      persistAcrossTransitions()
    },
    open() {
      window.$chatwoot?.toggle('open')
      // Older versions do not dispatch an event.
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
      deleteConversation(token)
    },
  }
}
