import './state-tag.css'
import { type ConversationState, needPrefix } from '../../domain/conversations/state.ts'

/** Shows who replies to a conversation, or why it needs a person. */
export function StateTag({ tone, text }: ConversationState) {
  const prefix = needPrefix({ tone })
  return (
    <span className="state-tag" data-tone={tone}>
      {prefix && <span className="hidden-text">{prefix}</span>}
      <bdi>{text}</bdi>
    </span>
  )
}
