import type { BodyOutput } from '../../src/contract/endpoint.ts'
import type { ChatOrigin, ChatSession, startChat } from '../../src/contract/widget.ts'
import { readPhone } from '../../src/domain/common/phone.ts'
import { begin, type Turn } from '../agent/turn.ts'
import { newId } from '../base/ids.ts'
import { hashToken } from '../base/secrets.ts'
import { byAgent, presentForVisitor, storeMessages } from '../conversations/messages.ts'
import { TEXTED } from '../conversations/texted.ts'
import type { Deps } from '../kernel/deps.ts'
import { businessForVisitor } from '../profiles/business.ts'
import { askingOf } from './asking.ts'
import { TEST_PHONE } from './played-texts.ts'
import { newToken } from './visitor-conversation.ts'

/**
 * Starts a conversation with the agent's greeting. Returns the token only this once, because only its hash is stored.
 */
export async function startConversation(
  deps: Deps,
  organizationId: string,
  { page_url, by_text: isByText = false, ...origin }: BodyOutput<typeof startChat>,
  isTest = false,
): Promise<ChatSession> {
  const { db, clock } = deps
  const now = clock()
  const token = newToken()
  const id = newId('conv')
  const business = await businessForVisitor(db, { organizationId, isTest }, now)
  const begun = begin({ business, now, busy: [] })
  const { state, replies, quickReplies } = isByText ? playingTexts(begun) : begun
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
        ...(isByText && { channel: TEXTED, text_phone: TEST_PHONE }),
        ...chatOrigin(origin),
        created_at: now,
        updated_at: now,
      })
      .execute()
    if (replies.length === 0) return []
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

/** Returns the beginning of a conversation by text: the number is known, and nobody says hello. */
const playingTexts = ({ state }: Turn): Pick<Turn, 'state' | 'replies' | 'quickReplies'> => ({
  state: { ...state, known: { ...state.known, phone: readPhone(TEST_PHONE).display } },
  replies: [],
  quickReplies: [],
})

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
