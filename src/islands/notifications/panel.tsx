import './panel.css'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { NotificationSetup } from '../../contract/notification-settings.ts'
import { channelName } from '../../domain/notifications/status.ts'
import { problemOf } from '../../stores/base/failures.ts'
import { checkPush } from '../../stores/notifications/push.ts'
import { $notificationSettings } from '../../stores/notifications/settings.ts'
import { $notificationSetup } from '../../stores/notifications/setup.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { People } from './people.tsx'
import { PushDevices } from './push-devices.tsx'
import { SaveMark } from './save-mark.tsx'
import { Timing } from './timing.tsx'
import { Unsubscribed } from './unsubscribed.tsx'

const NotificationLog = lazyPart<{ onClose: () => void }>(() => import('./log-dialog.tsx'), {
  name: 'What was sent',
})

export interface NotificationsPanelProps {
  /** Called once the settings are shown, so that a link can go to them. */
  onReady: () => void
}

/** Sets who is notified, on which channels, and when. Renders nothing if the API doesn't support notifications. */
export default function NotificationsPanel({ onReady }: NotificationsPanelProps) {
  const setup = useStore($notificationSetup)
  const { data } = setup
  if (data === null) return null
  return (
    <div className="notify">
      <div className="notify-head">
        <h3>Notifications</h3>
        {data && <SaveMark />}
        {data && <LogButton />}
      </div>
      {data ? (
        <Content setup={data} onReady={onReady} />
      ) : (
        <NotLoaded problem={problemOf('notifications', setup)} text="Loading notifications…" />
      )}
    </div>
  )
}

function LogButton() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button quiet compact text="Sent notifications" onClick={() => setOpen(true)} />
      {isOpen && <NotificationLog isOpen onClose={close} />}
    </>
  )
}

function Content({ setup, onReady }: NotificationsPanelProps & { setup: NotificationSetup }) {
  const settings = useStore($notificationSettings)
  useEffect(() => {
    void checkPush()
    onReady()
  }, [onReady])
  if (!settings) return null
  const broken = setup.channels.filter(({ is_ready }) => !is_ready)
  return (
    <>
      {broken.length > 0 && (
        <ul className="notify-broken">
          {broken.map(({ channel, reason }) => (
            <li key={channel}>
              <strong>{reason ?? `${channelName(channel)} is not set up.`}</strong> Until then, nothing is
              sent this way.
            </li>
          ))}
        </ul>
      )}
      <People settings={settings} setup={setup} />
      <Timing settings={settings} />
      <PushDevices setup={setup} />
      <Unsubscribed addresses={setup.unsubscribed} />
    </>
  )
}
