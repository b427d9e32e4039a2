import { readItem, writeItem } from '../../platform/storage/storage.ts'

const KEY = 'fieldhand.own-leads'

/** Maximum number of remembered leads. */
const REMEMBERED = 200

/** Leads created in this tab, in case storage is denied. */
const here = new Set<string>()

function stored(): string[] {
  return (readItem(KEY) ?? '').split(' ').filter(Boolean)
}

/** Remembers that a lead was created on this device, so that no tab announces it. */
export function rememberOwnLead(id: string): void {
  here.add(id)
  writeItem(KEY, [...stored(), id].slice(-REMEMBERED).join(' '))
}

/** Returns whether a lead was created on this device. */
export const isOwnLead = (id: string): boolean => here.has(id) || stored().includes(id)
