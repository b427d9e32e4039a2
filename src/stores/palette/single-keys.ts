import { atom, onMount, type ReadableAtom } from 'nanostores'
import { onStoredElsewhere, readItem, removeItem, writeItem } from '../../platform/storage/storage.ts'

const KEY = 'fieldhand.single-keys'
const OFF = 'off'

/** Returns whether keys without ⌘ or Ctrl are shortcuts; on by default. */
export const hasSingleKeys = (): boolean => readItem(KEY) !== OFF

const $on = atom(true)

/** Like `hasSingleKeys`, for views. */
export const $singleKeys: ReadableAtom<boolean> = $on

onMount($on, () => {
  $on.set(hasSingleKeys())
  return onStoredElsewhere((key) => key === KEY && $on.set(hasSingleKeys()))
})

/** Turns the shortcuts without ⌘ or Ctrl on or off on this device. */
export function setSingleKeys(isOn: boolean): void {
  if (isOn) removeItem(KEY)
  else writeItem(KEY, OFF)
  $on.set(isOn)
}
