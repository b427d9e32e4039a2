import type { PushAlert } from '../../contract/notification-settings.ts'
import { itemKeys, readJson, removeItem, writeItem } from '../../platform/storage/storage.ts'
import type { Owner } from '../session/owner.ts'
import { PUSH_PREFIX } from './has-push-device.ts'

/** What this device remembers about push messages to it, for each user and organization. */

const keyOf = ({ userId, organizationId }: Owner) => `${PUSH_PREFIX}${userId}.${organizationId}`

/** This browser as the server knows it. */
export interface KeptDevice {
  id: string
  /** The URL of the push service. */
  endpoint: string
  alerts: PushAlert[]
  /** When the server last confirmed it, in milliseconds since 1970. */
  checkedAt: number
}

/** Returns this browser as a device of the owner; null if it receives no push messages. */
export const readDevice = (owner: Owner): KeptDevice | null => readJson(keyOf(owner)) as KeptDevice | null

/** Remembers this browser as a device of the owner. */
export function keepDevice(owner: Owner, device: KeptDevice): void {
  writeItem(keyOf(owner), JSON.stringify(device))
}

/** Forgets that this browser is a device of the owner. */
export function forgetDevice(owner: Owner): void {
  removeItem(keyOf(owner))
}

/** Returns a user's devices that are this browser, one in each organization. */
export function ownDevices(userId: string): { owner: Owner; device: KeptDevice }[] {
  const prefix = `${PUSH_PREFIX}${userId}.`
  return itemKeys(prefix).flatMap((key) => {
    const owner = { userId, organizationId: key.slice(prefix.length) }
    const device = readDevice(owner)
    return device ? [{ owner, device }] : []
  })
}

/** Forgets all devices of a user. */
export function forgetPush(userId: string): void {
  for (const key of itemKeys(`${PUSH_PREFIX}${userId}.`)) removeItem(key)
}
