import type { PushAlert } from '../../contract/notification-settings.ts'
import { itemKeys, readJson, removeItem, writeItem } from '../../platform/storage/storage.ts'
import type { Account } from '../base/session/account.ts'
import { PUSH_PREFIX } from './has-push-device.ts'

/** Returns the key under which this device stores its push registration for a user and organization. */
const keyOf = ({ userId, organizationId }: Account) => `${PUSH_PREFIX}${userId}.${organizationId}`

/** This browser as registered with the server. */
export interface KeptDevice {
  id: string
  /** The URL of the push service. */
  endpoint: string
  alerts: PushAlert[]
  /** The time when the server last confirmed it, in milliseconds since 1970. */
  checkedAt: number
}

/** Returns this browser as a device of the owner; null if it receives no push messages. */
export const readDevice = (account: Account): KeptDevice | null =>
  readJson(keyOf(account)) as KeptDevice | null

/** Stores this browser as a device of the owner. */
export function keepDevice(account: Account, device: KeptDevice): void {
  writeItem(keyOf(account), JSON.stringify(device))
}

/** Removes this browser as a device of the owner from storage. */
export function forgetDevice(account: Account): void {
  removeItem(keyOf(account))
}

/** Returns the registrations of this browser for a user, one for each organization. */
export function ownDevices(userId: string): { account: Account; device: KeptDevice }[] {
  const prefix = `${PUSH_PREFIX}${userId}.`
  return itemKeys(prefix).flatMap((key) => {
    const account = { userId, organizationId: key.slice(prefix.length) }
    const device = readDevice(account)
    return device ? [{ account, device }] : []
  })
}

/** Removes all of a user's registrations of this browser from storage. */
export function forgetPush(userId: string): void {
  for (const key of itemKeys(`${PUSH_PREFIX}${userId}.`)) removeItem(key)
}
