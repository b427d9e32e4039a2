import { readItem, writeItem } from '../platform/storage.ts'

const KEY = 'fieldhand.own-leads'

/** Leads made on this device that are remembered. */
const REMEMBERED = 200

/** Those of this tab, also where storage is denied. */
const here = new Set<string>()

function stored(): string[] {
  return (readItem(KEY) ?? '').split(' ').filter(Boolean)
}

/** Remembers that a lead was made here by hand: none of this device's tabs has to announce it. */
export function rememberOwnLead(id: string): void {
  here.add(id)
  writeItem(KEY, [...stored(), id].slice(-REMEMBERED).join(' '))
}

/** Whether a lead was made on this device by hand. */
export const isOwnLead = (id: string): boolean => here.has(id) || stored().includes(id)
