import { useStore } from '@nanostores/react'
import { type Integration, priorityMail } from '../../domain/integrations/catalog.ts'
import { reasonOf } from '../../stores/base/failures.ts'
import { salesEmail } from '../../stores/integrations/catalog.ts'
import { $priorityRequests, requestPriority } from '../../stores/integrations/priority-requests.ts'
import { $organizationName } from '../../stores/organization/organization.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'

/** Explains that an integration isn't available yet, and records a request for it. */
export default function ComingSoonDialog({
  integration,
  onClose,
}: {
  integration: Integration
  onClose: () => void
}) {
  const isRequested = useStore($priorityRequests).includes(integration.id)
  const request = useRequest(integration)
  const { name } = integration
  return (
    <Dialog title={`${name} is coming soon`} onCancel={onClose}>
      <p>{integration.description}</p>
      <p className="muted">{explanation(name, isRequested)}</p>
      <div className="dialog-actions">
        <Button quiet text={isRequested ? 'Close' : 'Maybe Later'} onClick={onClose} />
        {isRequested && (
          <Button
            quiet
            text="Withdraw Request"
            onClick={() => {
              request(false)
              onClose()
            }}
          />
        )}
        <Request integration={integration} isRequested={isRequested} close={onClose} />
      </div>
    </Dialog>
  )
}

/** Returns a function that requests an integration or withdraws the request, and shows a toast if that fails. */
function useRequest({ id }: Integration): (isWanted: boolean) => void {
  const toast = useToast()
  return (isWanted) => {
    requestPriority(id, isWanted).catch((error: unknown) => {
      toast.error(`Your request could not be sent. ${reasonOf(error)}`)
    })
  }
}

function explanation(name: string, isRequested: boolean): string {
  if (isRequested) {
    return `You requested ${name} for your organization.`
  }
  const counted = 'Your request counts once for your organization'
  return salesEmail
    ? `You cannot connect ${name} yet. ${counted}, and an email to us opens for you to send.`
    : `You cannot connect ${name} yet. ${counted}, and tells us what to connect next.`
}

interface RequestProps {
  integration: Integration
  isRequested: boolean
  close: () => void
}

function Request({ integration, isRequested, close }: RequestProps) {
  const organizationName = useStore($organizationName)
  const send = useRequest(integration)
  const request = () => {
    send(true)
    close()
  }
  if (salesEmail) {
    return (
      <a className="button" href={priorityMail(salesEmail, integration, organizationName)} onClick={request}>
        {isRequested ? 'Write Again' : 'Request Priority'}
      </a>
    )
  }
  if (isRequested) return null
  return <Button text="Request Priority" onClick={request} />
}
