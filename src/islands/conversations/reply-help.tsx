import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { reasonOf } from '../../stores/base/failures.ts'
import { $hasNoReplyHelp, draftReply } from '../../stores/conversations/saved-replies.ts'
import { Button } from '../../ui/button.tsx'
import { type LoadPart, lazyPart, NO_PART } from '../../ui/lazy-part.tsx'
import type { SavedRepliesProps } from './saved-replies.tsx'

/** Loads the saved replies with their styles. */
const loadReplies: LoadPart<SavedRepliesProps> = import.meta.env.SSR
  ? NO_PART
  : () => import('./saved-replies.tsx')

export const SavedReplies = lazyPart(loadReplies, { name: 'The list of saved replies' })

const prepareReplies = () => void loadReplies().catch(() => undefined)

interface Props {
  conversationId: string
  onOpenReplies: () => void
  onDraft: (text: string) => void
}

/** The buttons next to the field that insert text into it. Renders nothing if the API supports neither feature. */
export function ReplyHelp({ conversationId, onOpenReplies, onDraft }: Props) {
  const isMissing = useStore($hasNoReplyHelp)
  const [isDrafting, setDrafting] = useState(false)
  const [result, setResult] = useState('')
  if (isMissing) return null
  const draft = async () => {
    setDrafting(true)
    setResult('')
    try {
      const text = await draftReply(conversationId)
      if (text !== null) onDraft(text)
      else if (!$hasNoReplyHelp.get())
        setResult('Your FAQs and settings don’t answer the visitor’s last message.')
    } catch (error) {
      setResult(`No reply could be drafted. ${reasonOf(error)}`)
    } finally {
      setDrafting(false)
    }
  }
  return (
    <div className="reply-help">
      <Button
        plain
        text="Saved replies"
        aria-haspopup="dialog"
        onPointerEnter={prepareReplies}
        onFocus={prepareReplies}
        onClick={onOpenReplies}
      />
      <Button
        plain
        text={isDrafting ? 'Drafting…' : 'Draft'}
        aria-busy={isDrafting || undefined}
        disabled={isDrafting}
        onClick={() => void draft()}
      />
      <p className="reply-help-result muted" role="status">
        {result}
      </p>
    </div>
  )
}
