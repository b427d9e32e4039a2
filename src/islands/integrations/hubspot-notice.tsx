import './hubspot-notice.css'
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import {
  $hubspotNotice,
  closeHubspotNotice,
  dismissHubspotNotice,
} from '../../stores/integrations/hubspot.ts'

/** Milliseconds for which a success message is shown. An error stays until the user closes it. */
const GOOD_NEWS = 8_000

/** A notice in a corner of the page with the result of connecting or disconnecting. */
export function HubspotNotice() {
  const notice = useStore($hubspotNotice, { ssr: () => null })
  useEffect(() => {
    if (notice?.tone !== 'success') return
    const timer = setTimeout(closeHubspotNotice, GOOD_NEWS)
    return () => clearTimeout(timer)
  }, [notice])
  useEffect(() => closeHubspotNotice, [])
  return (
    <div className="integration-notice" role="status" data-tone={notice?.tone}>
      {notice && (
        <>
          <p>{notice.text}</p>
          {notice.retry && (
            <button type="button" className="integration-retry" onClick={notice.retry}>
              Retry
            </button>
          )}
          {notice.tone !== 'busy' && (
            <button type="button" aria-label="Close message" onClick={dismissHubspotNotice}>
              ×
            </button>
          )}
        </>
      )}
    </div>
  )
}
