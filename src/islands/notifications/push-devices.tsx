import { useStore } from '@nanostores/react'
import { useId } from 'react'
import {
  type Device,
  type NotificationSetup,
  PUSH_ALERTS,
  type PushAlert,
} from '../../contract/notification-settings.ts'
import { deviceName } from '../../domain/notifications/device.ts'
import { ALERT_NAMES } from '../../domain/notifications/people.ts'
import { reasonOf } from '../../stores/base/failures.ts'
import { $now } from '../../stores/base/time.ts'
import {
  $pushStatus,
  $thisDevice,
  type PushStatus,
  removePushDevice,
  setPushAlerts,
  turnOnPush,
} from '../../stores/notifications/push.ts'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useToast, withReason } from '../../ui/toast.tsx'
import { useTask } from '../common/use-task.ts'
import { TestRow } from './test-row.tsx'

const EXPLAINED: Partial<Record<PushStatus, string>> = {
  unsupported: 'This browser cannot receive push messages. Try Chrome, Edge, Firefox, or Safari.',
  'needs-home-screen':
    'On an iPhone or iPad, first add Fieldhand to the home screen: tap Share, then Add to Home Screen. Open it from there and turn this on.',
  denied:
    'Your browser blocks notifications from Fieldhand. Tap the icon next to the address, allow Notifications, and reload the page.',
}

/** The settings for push messages to this browser and the user's other devices. */
export function PushDevices({ setup }: { setup: NotificationSetup }) {
  const id = useId()
  const status = useStore($pushStatus)
  const device = useStore($thisDevice)
  const toast = useToast()
  const { isBusy, problem, setProblem, run } = useTask()
  const reason = setup.channels.find(({ channel }) => channel === 'push')?.reason
  const explained = status === 'not-set-up' ? (reason ?? 'Push messages are not set up.') : EXPLAINED[status]
  const others = setup.devices.filter((each) => each.id !== device?.id)

  const turn = (isOn: boolean) =>
    void run(async () => {
      if (isOn) setProblem((await turnOnPush()) ?? '')
      else if (device) await removePushDevice(device)
    })
  const remove = (other: Device) =>
    void removePushDevice(other).then(
      () => toast.success(`${other.name || 'The device'} removed`),
      (error) => toast.error({ content: withReason('The device could not be removed', reasonOf(error)) }),
    )

  return (
    <div className="notify-part">
      <h4>Push on this device</h4>
      <div className="notify-row">
        <div className="notify-switch">
          <label htmlFor={id}>
            Alerts on this device
            <small className="muted">
              {deviceName(navigator.userAgent)}. They also arrive while the console is closed.
            </small>
          </label>
          <Switch
            id={id}
            checked={status === 'on'}
            disabled={isBusy || (status !== 'on' && status !== 'off')}
            aria-describedby={`${id}-note`}
            onChange={turn}
          />
        </div>
        <p id={`${id}-note`} role="status" className={problem ? 'error-text' : 'muted'}>
          {isBusy ? 'One moment…' : problem || explained}
        </p>
        {status === 'on' && device && <ThisDevice device={device} />}
      </div>
      {others.length > 0 && (
        <>
          <h5>Your other devices</h5>
          <ul className="devices">
            {others.map((other) => (
              <li key={other.id}>
                <span className="device-name">
                  <span dir="auto">{other.name || 'A device'}</span>
                  <Age device={other} />
                </span>
                <Button
                  plain
                  text="Remove"
                  aria-label={`Remove ${other.name || 'the device'}`}
                  onClick={() => remove(other)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Age({ device: { created_at, last_sent_at } }: { device: Device }) {
  const now = useStore($now)
  const at = last_sent_at ?? created_at
  if (!at) return null
  return (
    <small className="muted">
      {last_sent_at ? 'Last alert ' : 'Added '}
      <RelativeTime instant={at} now={now} />
    </small>
  )
}

function ThisDevice({ device }: { device: Device }) {
  const toast = useToast()
  const told = PUSH_ALERTS.filter((alert) => device.alerts.includes(alert))
  const choose = (alert: PushAlert, isOn: boolean) => {
    const next = PUSH_ALERTS.filter((each) => (each === alert ? isOn : told.includes(each)))
    setPushAlerts(device, next).then(
      () => toast.success({ key: 'notifications-saved', content: 'Saved', duration: 2 }),
      (error) => toast.error({ content: withReason('The change was not saved', reasonOf(error)) }),
    )
  }
  return (
    <>
      <fieldset className="chips">
        <legend className="hidden-text">Alerts on this device</legend>
        {PUSH_ALERTS.map((alert) => (
          <label className="chip" key={alert}>
            <input
              type="checkbox"
              checked={told.includes(alert)}
              onChange={({ target }) => choose(alert, target.checked)}
            />
            {ALERT_NAMES[alert]}
          </label>
        ))}
      </fieldset>
      <TestRow
        target={{ channel: 'push', device_id: device.id }}
        label="Send a test alert"
        of="this device"
      />
    </>
  )
}
