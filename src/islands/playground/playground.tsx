import './playground.css'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { $needsSetup } from '../../stores/base/session/session.ts'
import { $checkPlan, followSettings } from '../../stores/playground/check.ts'
import { $offersFirstChat, closeFirstChat } from '../../stores/playground/first-chat.ts'
import { $previewedOrganization, leavePlayground, PREVIEW_TEXTS } from '../../stores/playground/playground.ts'
import { Boundary } from '../../ui/boundary.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { WidgetFrame } from './widget-frame.tsx'

const FirstChat = lazyPart<{ onDone: () => void }>(() => import('./first-chat.tsx'), {
  name: 'Your agent’s first chat',
})

const AgentCheck = lazyPart(() => import('./agent-check.tsx'), { name: 'The check' })

const TextPhone = lazyPart(() => import('./text-phone.tsx'), { name: 'The phone' })
const CallPhone = lazyPart(() => import('./call-phone.tsx'), { name: 'The phone' })

/** The dialog's width (section 9). Full screen on a phone. */
const WIDTH = '60vw'
const PHONE = '(width < 768px)'
/** The URL fragment that links to the check. */
const CHECK = '#check'

/** The widget preview above the Settings page (section 2, Playground). Closing it opens the Settings page. */
export default function Playground({ widgetUrl }: { widgetUrl: string }) {
  if (useStore($needsSetup)) return null
  return (
    <Boundary>
      <PreviewModal widgetUrl={widgetUrl} />
    </Boundary>
  )
}

function PreviewModal({ widgetUrl }: { widgetUrl: string }) {
  const organizationId = useStore($previewedOrganization)
  const [wantsCheck, setChecking] = useState(() => location.hash === CHECK)
  const { data: plan } = useStore($checkPlan)
  // Not every API supports the check.
  const isChecking = wantsCheck && plan !== null
  const [Phone, setPhone] = useState<typeof TextPhone | null>(null)
  const isFirst = useStore($offersFirstChat) && !isChecking && !Phone
  const isPhone = useMediaQuery(PHONE)
  useEffect(() => followSettings(), [])
  return (
    <Dialog
      className={`playground phone-dialog${isFirst ? ' playground-first' : ''}`}
      open
      width={WIDTH}
      title="Widget Preview"
      // A click outside must not end a conversation.
      closesOutside={false}
      onCancel={leavePlayground}
    >
      {organizationId && isChecking && <AgentCheck onBack={() => setChecking(false)} />}
      {organizationId && Phone && <Phone key={organizationId} onBack={() => setPhone(null)} />}
      {organizationId && isFirst && <FirstChat onDone={closeFirstChat} />}
      {/* On a phone, the chat opens after the first one, because it takes the focus. */}
      {organizationId && !isChecking && !Phone && !(isFirst && isPhone) && (
        <div className="playground-live">
          <WidgetFrame
            key={organizationId}
            widgetUrl={widgetUrl}
            organizationId={organizationId}
            onCheck={() => setChecking(true)}
            onText={() => setPhone(() => TextPhone)}
            onCall={() => setPhone(() => CallPhone)}
          />
        </div>
      )}
      {organizationId === null && <OrganizationRequired />}
      {organizationId === undefined && <div className="playground-stage" />}
    </Dialog>
  )
}

function OrganizationRequired() {
  const { title, reason } = PREVIEW_TEXTS.noOrganization
  return (
    <div className="playground-stage">
      <div className="playground-overlay" role="alert">
        <h2>{title}</h2>
        <p className="muted">{reason}</p>
        <Button quiet text="Close preview" onClick={leavePlayground} />
      </div>
    </div>
  )
}
