import './state-tag.css'
import { type ConversationState, needPrefix } from '../../domain/conversations/state.ts'

/** Who answers a conversation, or why a person is needed. */
export function StateTag({ tone, text }: ConversationState) {
  const prefix = needPrefix({ tone })
  return (
    <span className="state-tag" data-tone={tone}>
      {prefix && <span className="hidden-text">{prefix}</span>}
      <bdi>{text}</bdi>
    </span>
  )
}
