import type { BodyOutput } from '../../src/contract/endpoint.ts'
import type { ChatOrigin, ChatSession, startChat } from '../../src/contract/widget.ts'
import { begin } from '../agent/turn.ts'
import { newId } from '../base/ids.ts'
import { hashToken } from '../base/secrets.ts'
import { byAgent, presentForVisitor, storeMessages } from '../conversations/messages.ts'
import type { Deps } from '../kernel/deps.ts'
import { businessForVisitor } from '../profiles/business.ts'
import { askingOf } from './asking.ts'
import { newToken } from './visitor-conversation.ts'

/**
 * Starts a conversation with the agent's greeting. Returns the token only this once, because only its hash is stored.
 */
export async function startConversation(
  deps: Deps,
  organizationId: string,
  { page_url, ...origin }: BodyOutput<typeof startChat>,
  isTest = false,
): Promise<ChatSession> {
  const { db, clock } = deps
  const now = clock()
  const token = newToken()
  const id = newId('conv')
  const { state, replies, quickReplies } = begin({
    business: await businessForVisitor(db, { organizationId, isTest }, now),
    now,
    busy: [],
  })
  const messages = await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('conversations')
      .values({
        id,
        organization_id: organizationId,
        visitor_token_hash: hashToken(token),
        state: JSON.stringify(state),
        page_url: withoutQuery(page_url),
        is_test: isTest,
        ...chatOrigin(origin),
        created_at: now,
        updated_at: now,
      })
      .execute()
    return storeMessages(tx, { id, organization_id: organizationId }, 0, now, replies.map(byAgent))
  })
  return {
    conversation_id: id,
    visitor_token: token,
    messages: messages.map(presentForVisitor(deps)),
    quick_replies: quickReplies,
    ...askingOf(deps, state, { holder: null, status: 'agent' }),
    booking: null,
    status: 'agent',
    person_name: null,
    seen_position: null,
    call_news: null,
  }
}

/** Returns a page's URL without the parts that can identify a person: query, fragment, and credentials. */
function withoutQuery(url: string | undefined): string | null {
  const parsed = url && URL.canParse(url) ? new URL(url) : null
  return parsed && /^https?:$/.test(parsed.protocol) ? `${parsed.origin}${parsed.pathname}` : null
}

/**
 * Returns the parts of a chat's origin to store: nonblank texts, and a path without anything that can identify a
 * person.
 */
function chatOrigin({ page, utm_source, utm_medium, utm_campaign }: ChatOrigin) {
  const path = page?.split(/[?#]/)[0]?.trim() ?? ''
  return {
    page: path.startsWith('/') ? path : null,
    utm_source: utm_source?.trim() || null,
    utm_medium: utm_medium?.trim() || null,
    utm_campaign: utm_campaign?.trim() || null,
  }
}
