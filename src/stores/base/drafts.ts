import { atom, type ReadableAtom } from 'nanostores'
import {
  itemKeys,
  onStoredElsewhere,
  readItem,
  removeItem,
  writeItem,
} from '../../platform/storage/storage.ts'
import { type Account, onAccountLeft } from './session/account.ts'

interface Format<Value> {
  none: Value
  /** Parses the output of `write`; can throw. */
  read: (stored: string) => Value
  /** Returns the stored form of a value; empty for a draft without text. */
  write: (value: Value) => string
}

/**
 * Creates a store of unsent user input by account and id. The input is stored on this device, survives a reload and an
 * expired session, follows other tabs, and is shown only to its author.
 */
export function createDrafts<Value>(name: string, { none, read, write }: Format<Value>) {
  const prefixOf = (userId: string) => `fieldhand.${name}.${userId}.`
  const keyOf = ({ userId, organizationId }: Account, id: string) =>
    `${prefixOf(userId)}${organizationId}.${id}`
  /** Holds the drafts even where the device cannot store them. */
  const drafts = new Map<string, ReturnType<typeof atom<Value>>>()
  onAccountLeft(() => drafts.clear())

  function parse(stored: string | null): Value {
    if (!stored) return none
    try {
      return read(stored)
    } catch {
      return none
    }
  }
  onStoredElsewhere((key, stored) => drafts.get(key)?.set(parse(stored)))

  function draftAt(key: string) {
    const $draft = drafts.get(key) ?? atom(parse(readItem(key)))
    drafts.set(key, $draft)
    return $draft
  }

  return {
    of: (account: Account, id: string): ReadableAtom<Value> => draftAt(keyOf(account, id)),

    keep(account: Account, id: string, value: Value): void {
      const key = keyOf(account, id)
      draftAt(key).set(value)
      const text = write(value)
      if (text === '') removeItem(key)
      else writeItem(key, text)
    },

    ids(account: Account): string[] {
      const prefix = keyOf(account, '')
      const keys = new Set([...drafts.keys(), ...itemKeys(prefix)])
      return [...keys].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
    },

    /** Removes an account's drafts. */
    forget(account: Account): void {
      for (const id of this.ids(account)) this.keep(account, id, none)
    },

    /** Returns the number of a user's drafts with text, in every organization. */
    count: (userId: string): number => itemKeys(prefixOf(userId)).length,

    /** Removes a user's drafts from this device, for every organization. */
    deleteAll(userId: string): void {
      for (const key of itemKeys(prefixOf(userId))) removeItem(key)
    },
  }
}
