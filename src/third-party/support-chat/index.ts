import { config } from '../../platform/config.ts'
import { logWarning } from '../../platform/log.ts'
import { afterLoad } from '../../platform/page/timing.ts'
import { $confirmedSession, loadSession, onSignOut, type Session } from '../../platform/session/session.ts'
import { readItem, removeItem, writeItem } from '../../platform/storage/storage.ts'
import { deleteConversation, hasConversation } from './page.ts'
import type { ChatOwner, SupportChatClient } from './support-chat.ts'

/** The storage key for the user whose conversation is on this device. */
const USER_KEY = 'fieldhand.support-chat-user'

/** Receives changes to the chat's state. */
export interface ChatHost {
  ready(chat: Pick<SupportChatClient, 'open' | 'close'>): void
  opened(): void
  closed(): void
  /** The chat could not be loaded. */
  failed(): void
}

export interface SupportChatService {
  /** Loads the chat immediately if it is not loaded yet. */
  wish(): void
}

function ownerOf({ user, organization }: Session): ChatOwner | null {
  return user && { userId: user.id, email: user.email, name: user.name, organization }
}

/**
 * Offers the support chat to the signed-in user. Loads it on request, or when the browser is idle if there is a
 * conversation. Identifies the user, and resets the chat on sign-out. Returns null and loads nothing if the chat is not
 * configured (`PUBLIC_SUPPORT_CHAT_URL`, `PUBLIC_SUPPORT_CHAT_TOKEN`).
 */
export function startSupportChat(host: ChatHost): SupportChatService | null {
  const settings = config.supportChat
  if (!settings) return null
  let client: SupportChatClient | null = null
  let owner: ChatOwner | null = null
  let isLoading = false
  let isWanted = false

  const load = async () => {
    isWanted = true
    if (isLoading || !owner) return
    isLoading = true
    try {
      const { createSupportChat } = await import('./support-chat.ts')
      client ??= createSupportChat(settings, { ...host, ready: () => client && host.ready(client) })
      client.identify(owner)
      await client.load()
    } catch (error) {
      logWarning('The support chat could not be loaded', error)
      host.failed()
    } finally {
      isLoading = false
    }
  }

  const forget = () => {
    owner = null
    removeItem(USER_KEY)
    if (client) client.reset()
    else deleteConversation(settings.token)
  }

  onSignOut(forget)
  $confirmedSession.subscribe((session) => {
    if (session.status === 'loading') return
    const before = owner?.userId ?? readItem(USER_KEY)
    const next = ownerOf(session)
    if (before !== null && before !== next?.userId) forget()
    owner = next
    if (!next) return
    writeItem(USER_KEY, next.userId)
    if (client) client.identify(next)
    else if (isWanted) void load()
  })
  // There may be a reply. The chat needs the user's name, which is available only in a loaded session.
  if (hasConversation()) {
    afterLoad(() => {
      loadSession()
      void load()
    })
  }
  return { wish: () => void load() }
}
