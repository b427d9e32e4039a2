import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { visitorTyping } from '../../stores/conversations/typing.ts'

/** Says that the visitor is typing. Its line is always there, so that nothing moves. */
export function Typing({ id, name }: { id: string; name: string }) {
  const isTyping = useStore(useMemo(() => visitorTyping(id), [id]))
  return (
    <p className="thread-typing muted" role="status" dir="auto">
      {isTyping && `${name} is typing…`}
    </p>
  )
}
