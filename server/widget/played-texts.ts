import type { PlayedText } from '../../src/contract/widget.ts'
import type { Language } from '../base/catalogue.ts'
import type { StoredMessage } from '../conversations/messages.ts'
import type { Deps } from '../kernel/deps.ts'
import { segmentsOf } from '../notifications/compose/fit-text.ts'
import { testTexts } from '../notifications/compose/text.ts'
import { businessForVisitor } from '../profiles/business.ts'
import type { Visitor, VisitorConversation } from './visitor-conversation.ts'

/** The number of the phone in a test, which belongs to nobody. */
export const TEST_PHONE = '+12025550147'

type Facts = Pick<VisitorConversation, 'is_test' | 'text_phone' | 'organization_id'>

/** Returns whether a conversation plays texts, which are shown to a member and never sent. */
export const playsTexts = ({ is_test: isTest, text_phone: phone }: Omit<Facts, 'organization_id'>): boolean =>
  isTest && phone === TEST_PHONE

/** Returns whether a visitor writes by text, or a member plays one who does. */
export const isByText = ({ token }: Pick<Visitor, 'token'>, conversation: Facts): boolean =>
  token === null || playsTexts(conversation)

/** Returns the texts that answer a message of a conversation that plays texts. */
export async function playedTexts(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { organization_id: organizationId, is_test: isTest }: Facts,
  stored: readonly StoredMessage[],
  language: Language,
): Promise<PlayedText[]> {
  const business = await businessForVisitor(db, { organizationId, isTest }, clock())
  const replies = stored.filter(({ message_type: type }) => type === 'outgoing')
  const texts = testTexts(replies, business, { language, isFirst: stored[0]?.position === 0 })
  return texts.map((text) => ({ text, segments: segmentsOf(text) }))
}
