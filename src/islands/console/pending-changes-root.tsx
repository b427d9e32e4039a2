import { createRoot } from 'react-dom/client'
import { Boundary } from '../../ui/boundary.tsx'
import { PendingChanges } from '../leads/list/outbox-bar.tsx'

/** Shows the changes that have not been sent in a host element. Returns the unmount function. */
export function mountPendingChanges(host: HTMLElement): () => void {
  const root = createRoot(host)
  root.render(
    <Boundary>
      <PendingChanges />
    </Boundary>,
  )
  return () => root.unmount()
}
