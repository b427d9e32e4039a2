import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { LOCAL_HUBSPOT_ACCOUNT } from '../../contract/integrations.ts'
import { $hubspotNotice, $hubspotWork, disconnectHubspot } from '../../stores/integrations/hubspot.ts'
import { Dialog } from '../../ui/dialog.tsx'

/** Shows what is connected. Disconnects after a confirmation that lists the consequences. */
export function ManageDialog({ account, onClosed }: { account: string | null; onClosed: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Dialog title={isAsking ? 'Disconnect HubSpot?' : 'HubSpot'} onCancel={onClosed}>
      {isAsking ? (
        <Confirmation close={onClosed} />
      ) : (
        <>
          <dl className="dialog-facts">
            <dt>Status</dt>
            <dd>Connected</dd>
            <dt>Account</dt>
            <dd>{account ?? 'Not reported'}</dd>
            <dt>Access</dt>
            <dd>Reading and writing contacts</dd>
          </dl>
          {account === LOCAL_HUBSPOT_ACCOUNT && (
            <p className="muted">
              This account simulates HubSpot on this machine: the connection is stored, and no lead is sent
              anywhere.
            </p>
          )}
          <div className="dialog-actions">
            <button type="button" className="button quiet" onClick={() => setAsking(true)}>
              Disconnect…
            </button>
            <button type="button" className="button" onClick={onClosed}>
              Done
            </button>
          </div>
        </>
      )}
    </Dialog>
  )
}

function Confirmation({ close }: { close: () => void }) {
  const isBusy = useStore($hubspotWork) === 'disconnecting'
  const notice = useStore($hubspotNotice)
  const disconnect = async () => {
    if (await disconnectHubspot()) close()
  }
  return (
    <>
      <p>This stops for everyone in your organization:</p>
      <ul className="dialog-list">
        <li>Fieldhand can no longer read the contacts in your HubSpot account.</li>
        <li>Fieldhand can no longer add contacts there, or change them.</li>
      </ul>
      <p className="muted">
        Existing data in HubSpot stays there, and your leads stay here. You can connect again at any time.
      </p>
      {notice?.tone === 'error' && (
        <p className="dialog-error" role="alert">
          {notice.text}
        </p>
      )}
      <div className="dialog-actions">
        <button type="button" className="button quiet" onClick={close}>
          Keep Connected
        </button>
        <button type="button" className="button" disabled={isBusy} onClick={() => void disconnect()}>
          {isBusy ? 'Disconnecting…' : 'Disconnect'}
        </button>
      </div>
    </>
  )
}
