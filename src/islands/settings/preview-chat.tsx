import './preview-chat.css'
import type { Profile } from '../../contract/profile.ts'
import { initials } from '../../domain/common/initials.ts'
import { chatStatus } from '../../domain/settings/next-opening.ts'

export const filled = (text: string | null, fallback: string | null): string => text?.trim() || fallback || ''

/** The time shown for the example messages. */
const TIME = '9:41 AM'

/**
 * The open chat, styled like the one in `server/widget`. `opens` tells when a closed business opens; it is null while
 * the business is open.
 */
export function PreviewChat({ settings, opens }: { settings: Profile; opens: string | null }) {
  const agent = filled(settings.agent_name, 'Assistant')
  const status = chatStatus({ ...settings, agent_name: agent }, opens)
  const isClosed = opens !== null
  return (
    <div className="preview-chat" data-closed={isClosed || undefined}>
      <div className="preview-head">
        <span className="preview-avatar" aria-hidden="true">
          {initials(agent)}
        </span>
        <div>
          <strong>{filled(settings.welcome_heading, settings.business_name)}</strong>
          {!isClosed && <p>{settings.welcome_tagline}</p>}
          <p className="preview-status">{status}</p>
        </div>
        <Sign shape="M5 12h.01M12 12h.01M19 12h.01" width={4} />
        <Sign shape="M6 6l12 12M18 6L6 18" />
      </div>
      <div className="preview-log">
        {isClosed && settings.offline_message?.trim() && (
          <p className="preview-offline">{settings.offline_message}</p>
        )}
        <div className="preview-agent">
          <p>Hi! How can we help with your lawn?</p>
          <small>{`${agent} · ${TIME}`}</small>
          <span className="preview-avatar" aria-hidden="true">
            {initials(agent)}
          </span>
        </div>
        <div className="preview-mine">
          <p>What does mowing cost?</p>
          <small>{TIME}</small>
        </div>
      </div>
      <div className="preview-composer">
        <p>
          <span>Type your message</span>
          {settings.enable_file_upload && (
            <Sign shape="M4 8h3l2-3h6l2 3h3v11H4zM8.5 13a3.5 3.5 0 1 0 7 0 3.5 3.5 0 0 0-7 0" />
          )}
          <Sign shape="M3 12a9 9 0 1 0 18 0 9 9 0 0 0-18 0M8.5 14.5a4.5 4.5 0 0 0 7 0M9 9.5h.01M15 9.5h.01" />
        </p>
        <span className="preview-send">
          <Sign shape="M4 12l16-8-6 16-3-7z" />
        </span>
      </div>
      {settings.show_branding && <p className="preview-branding">Powered by Fieldhand</p>}
    </div>
  )
}

function Sign({ shape, width = 2 }: { shape: string; width?: number }) {
  return (
    <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <path
        d={shape}
        fill="none"
        stroke="currentColor"
        strokeWidth={width}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
