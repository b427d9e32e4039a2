import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $hubspotNotice, closeHubspotNotice } from '../../stores/hubspot.ts'

/** Milliseconds that good news stays; bad news waits to be closed. */
const GOOD_NEWS = 8_000

/** Tells in a corner how connecting or disconnecting has ended. */
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
          <button type="button" aria-label="Close message" onClick={closeHubspotNotice}>
            ×
          </button>
        </>
      )}
    </div>
  )
}
