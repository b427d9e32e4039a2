import { atom, type ReadableAtom } from 'nanostores'
import {
  itemKeys,
  onStoredElsewhere,
  readItem,
  removeItem,
  writeItem,
} from '../../platform/storage/storage.ts'
import { type Owner, onOwnerLeft } from './session/account.ts'

interface Format<Value> {
  none: Value
  /** Parses the output of `write`; can throw. */
  read: (stored: string) => Value
  /** Returns the stored form of a value; empty for a draft without text. */
  write: (value: Value) => string
}

/**
 * Creates a store of unsent user input by owner and id. The input is stored on this device, survives a reload and an
 * expired session, follows other tabs, and is shown only to its author.
 */
export function createDrafts<Value>(name: string, { none, read, write }: Format<Value>) {
  const prefixOf = (userId: string) => `fieldhand.${name}.${userId}.`
  const keyOf = ({ userId, organizationId }: Owner, id: string) =>
    `${prefixOf(userId)}${organizationId}.${id}`
  /** Holds the drafts even where the device cannot store them. */
  const drafts = new Map<string, ReturnType<typeof atom<Value>>>()
  onOwnerLeft(() => drafts.clear())

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
    of: (owner: Owner, id: string): ReadableAtom<Value> => draftAt(keyOf(owner, id)),

    keep(owner: Owner, id: string, value: Value): void {
      const key = keyOf(owner, id)
      draftAt(key).set(value)
      const text = write(value)
      if (text === '') removeItem(key)
      else writeItem(key, text)
    },

    ids(owner: Owner): string[] {
      const prefix = keyOf(owner, '')
      const keys = new Set([...drafts.keys(), ...itemKeys(prefix)])
      return [...keys].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
    },

    /** Removes an owner's drafts. */
    forget(owner: Owner): void {
      for (const id of this.ids(owner)) this.keep(owner, id, none)
    },

    /** Returns the number of a user's drafts with text, in every organization. */
    count: (userId: string): number => itemKeys(prefixOf(userId)).length,

    /** Removes a user's drafts from this device, for every organization. */
    deleteAll(userId: string): void {
      for (const key of itemKeys(prefixOf(userId))) removeItem(key)
    },
  }
}
