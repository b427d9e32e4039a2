import './state-tag.css'
import type { ConversationState } from '../../domain/conversations/state.ts'

/** Who answers a conversation, or why a person is needed. */
export function StateTag({ tone, text }: ConversationState) {
  return (
    <span className="state-tag" data-tone={tone}>
      {(tone === 'urgent' || tone === 'quiet') && <span className="hidden-text">Needs a person: </span>}
      <bdi>{text}</bdi>
    </span>
  )
}
