import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $catalog } from '../../stores/integrations/catalog.ts'
import { $hubspotNotice, $hubspotWork, disconnectHubspot } from '../../stores/integrations/hubspot.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, focus } from '../../ui/dialog.tsx'
import { ErrorText } from '../../ui/failure-panel.tsx'
import { HubspotDetails } from './hubspot-lazy.ts'

/** Shows the connection. Disconnects after a confirmation that lists the consequences. */
export default function ManageDialog({ onClose }: { onClose: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const isConnected = useStore($catalog).hubspot === 'connected'
  return (
    <Dialog
      title={isAsking ? 'Disconnect HubSpot?' : 'HubSpot'}
      width={isAsking ? 480 : 640}
      className={isAsking ? undefined : 'phone-dialog'}
      footer={
        !isAsking && (
          <div className="dialog-actions">
            {isConnected && <Button quiet text="Disconnect…" onClick={() => setAsking(true)} />}
            <Button text="Done" onClick={onClose} />
          </div>
        )
      }
      onCancel={onClose}
    >
      {isAsking ? <Confirmation close={onClose} /> : <HubspotDetails />}
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
      <p ref={focus} tabIndex={-1}>
        This stops for everyone in your organization:
      </p>
      <ul className="dialog-list">
        <li>Fieldhand can no longer read the contacts in your HubSpot account.</li>
        <li>Fieldhand can no longer add contacts there, or change them.</li>
      </ul>
      <p className="muted">
        Contacts, deals, meetings, and notes stay in HubSpot, and your leads stay here. Fieldhand gives up its
        access, and remembers which contact belongs to which lead, so connecting again makes no duplicates.
      </p>
      <ErrorText text={notice?.tone === 'error' && notice.text} />
      <div className="dialog-actions">
        <Button quiet text="Keep Connected" disabled={isBusy} onClick={close} />
        <Button
          text={isBusy ? 'Disconnecting…' : 'Disconnect'}
          disabled={isBusy}
          onClick={() => void disconnect()}
        />
      </div>
    </>
  )
}
