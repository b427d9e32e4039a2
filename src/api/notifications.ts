import {
  addDevice,
  changeDevice,
  confirmRecipient,
  type Device,
  getNotificationSetup,
  type NotificationSettings,
  type NotificationSettingsUpdate,
  type NotificationSetup,
  type PushAlert,
  putNotificationSettings,
  removeDevice,
  resubscribe,
  sendRecipientCode,
} from '../contract/notification-settings.ts'
import {
  getSentMessage,
  listNotifications,
  type Notification,
  type NotificationPage,
  openNotification,
  retryNotification,
  type SentMessage,
  sendTest,
} from '../contract/notifications.ts'
import { type CallOptions, call, write } from './client.ts'

/** Returns the recipients, the state of the channels, and the user's devices. */
export function fetchNotificationSetup(
  organizationId: string,
  signal?: AbortSignal,
): Promise<NotificationSetup> {
  return call(getNotificationSetup, { organizationId, signal })
}

/** Changes the given settings. Returns the readable part of all stored settings. */
export async function putSettings(
  organizationId: string,
  body: NotificationSettingsUpdate,
): Promise<Partial<NotificationSettings>> {
  return await write(putNotificationSettings, { organizationId, body })
}

/** Sends the link to an unsubscribed address with which its reader can undo that. */
export async function postResubscribe(organizationId: string, email: string): Promise<void> {
  await write(resubscribe, { organizationId, body: { email } })
}

/** Sends another code to an address or number. */
export async function postRecipientCode(organizationId: string, address: string): Promise<void> {
  await write(sendRecipientCode, { organizationId, body: { address } })
}

/** Confirms an address or number with its code. */
export async function postConfirmation(organizationId: string, address: string, code: string): Promise<void> {
  await write(confirmRecipient, { organizationId, body: { address, code } })
}

/** The data of a browser's subscription. */
export type NewDevice = NonNullable<CallOptions<typeof addDevice>['body']>

/** Registers this browser for push messages. Repeating the request with the same endpoint changes the device. */
export async function postDevice(organizationId: string, body: NewDevice): Promise<Partial<Device>> {
  return await write(addDevice, { organizationId, body })
}

export async function putDevice(
  organizationId: string,
  deviceId: string,
  alerts: PushAlert[],
): Promise<void> {
  await write(changeDevice, { organizationId, params: { deviceId }, body: { alerts } })
}

/** Stops push messages to a device. */
export async function deleteDevice(
  organizationId: string,
  deviceId: string,
  signal?: AbortSignal,
): Promise<void> {
  await write(removeDevice, { organizationId, params: { deviceId }, signal })
}

export type NotificationFilter = CallOptions<typeof listNotifications>['query']

/** Returns the sent notifications, newest first, one page at a time. */
export function fetchNotifications(
  organizationId: string,
  query: NotificationFilter,
  signal?: AbortSignal,
): Promise<NotificationPage> {
  return call(listNotifications, { organizationId, query, signal })
}

export function fetchSentMessage(
  organizationId: string,
  notificationId: string,
  signal?: AbortSignal,
): Promise<SentMessage> {
  return call(getSentMessage, { organizationId, params: { notificationId }, signal })
}

export async function postRetry(
  organizationId: string,
  notificationId: string,
): Promise<Partial<Notification>> {
  return await write(retryNotification, { organizationId, params: { notificationId } })
}

/** Reports that the user has followed a notification's link. */
export async function postOpened(organizationId: string, notificationId: string): Promise<void> {
  await write(openNotification, { organizationId, params: { notificationId } })
}

/** Sends a test to a person, or to one of the user's devices. */
export async function postTest(
  organizationId: string,
  body: NonNullable<CallOptions<typeof sendTest>['body']>,
): Promise<Partial<Notification>> {
  return await write(sendTest, { organizationId, body })
}
