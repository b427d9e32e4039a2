import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { visitorTyping } from '../../stores/conversations/typing.ts'

/** Indicates that the visitor is typing. Always takes up a line, so that the layout doesn't shift. */
export function Typing({ id, name }: { id: string; name: string }) {
  const isTyping = useStore(useMemo(() => visitorTyping(id), [id]))
  return (
    <p className="thread-typing muted" role="status" dir="auto">
      {isTyping && `${name} is typing…`}
    </p>
  )
}
