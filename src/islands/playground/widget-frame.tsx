import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { WHY } from '../../domain/conversations/traced-turns.ts'
import { $checkPlan, $isCheckOutdated } from '../../stores/playground/check.ts'
import {
  $previewLoads,
  $previewStatus,
  $previewTurns,
  openFrameChannel,
  openPreview,
  PREVIEW_TEXTS,
  type Preview,
  previewFragment,
} from '../../stores/playground/playground.ts'
import { Button } from '../../ui/button.tsx'
import { FailurePanel } from '../../ui/failure-panel.tsx'
import { prepareWhy, WhyDialog } from '../conversations/why-button.tsx'
import { PreviewState } from './preview-state.tsx'
import { Suggestions } from './suggestions.tsx'

interface Props {
  widgetUrl: string
  organizationId: string
  /** Opens the check instead. */
  onCheck: () => void
  /** Opens a phone instead, which texts with the agent. */
  onText: () => void
  /** Opens a phone instead, which calls the agent. */
  onCall: () => void
}

/** The widget host's preview page (section 7), with its controls. */
export function WidgetFrame({ widgetUrl, organizationId, onCheck, onText, onCall }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  /** The URL fragment for one load of the frame. */
  const [pass, setPass] = useState<{ load: number; fragment: string } | null>(null)
  const status = useStore($previewStatus)
  const loads = useStore($previewLoads)
  const turns = useStore($previewTurns)
  const [isExplaining, setExplaining] = useState(false)
  const { data: plan } = useStore($checkPlan)
  const isCheckOutdated = useStore($isCheckOutdated)

  useEffect(() => {
    const { origin } = new URL(widgetUrl)
    const opened = openPreview((onMessage) =>
      openFrameChannel(() => frame.current?.contentWindow, origin, onMessage),
    )
    setPreview(opened)
    return () => opened.close()
  }, [widgetUrl])

  useEffect(() => {
    let isCurrent = true
    void previewFragment(organizationId).then((fragment) => isCurrent && setPass({ load: loads, fragment }))
    return () => {
      isCurrent = false
    }
  }, [organizationId, loads])

  return (
    <>
      <div className="playground-bar">
        <PreviewState />
        {turns.length > 0 && (
          <Button
            quiet
            text={
              <>
                <span className="playground-why-long">{WHY}</span>
                <span className="playground-why-short">Why?</span>
              </>
            }
            aria-label={WHY}
            aria-haspopup="dialog"
            onPointerEnter={prepareWhy}
            onFocus={prepareWhy}
            onClick={() => setExplaining(true)}
          />
        )}
        <Button quiet text="Refresh" onClick={() => preview?.refresh()} />
        <Button quiet text="Try by text" onClick={onText} />
        <Button quiet text="Try by phone" onClick={onCall} />
        {plan && <Button quiet text="Check the agent" onClick={onCheck} />}
      </div>
      {isCheckOutdated && (
        <p className="playground-outdated" role="status">
          Settings changed since the last check.
        </p>
      )}
      <div className="playground-stage" aria-busy={status === 'loading'}>
        {preview && pass?.load === loads && (
          <iframe
            key={loads}
            ref={frame}
            title="Widget preview"
            src={`${widgetUrl}/preview.html?org_id=${encodeURIComponent(organizationId)}${pass.fragment}`}
            allow="clipboard-write"
            onLoad={preview.loaded}
          />
        )}
        {status === 'loading' && (
          <p className="playground-loading muted" role="status">
            Loading widget preview…
          </p>
        )}
        {status === 'failed' && (
          <div className="playground-overlay">
            <FailurePanel {...PREVIEW_TEXTS.failed} onRetry={() => preview?.retry()} />
          </div>
        )}
      </div>
      {isExplaining && <WhyDialog turns={turns} onClose={() => setExplaining(false)} />}
      <Suggestions ask={(question) => preview?.ask(question) ?? false} />
    </>
  )
}
