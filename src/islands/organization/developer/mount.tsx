import { createRoot } from 'react-dom/client'
import { Boundary } from '../../../ui/boundary.tsx'
import { ApiKeysDialog } from './api-keys-dialog.tsx'
import { WebhooksDialog } from './webhooks-dialog.tsx'

/**
 * Opens a dialog in a host element. Returns a function that closes it. `onClosed` is called once the dialog is closed.
 */
export function openDialog(
  host: HTMLElement,
  which: 'webhooks' | 'api-keys',
  onClosed: () => void,
): () => void {
  const root = createRoot(host)
  const close = () => {
    root.unmount()
    onClosed()
  }
  root.render(
    <Boundary>
      {which === 'webhooks' ? <WebhooksDialog onClose={close} /> : <ApiKeysDialog onClose={close} />}
    </Boundary>,
  )
  return close
}
