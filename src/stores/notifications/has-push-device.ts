import { itemKeys } from '../../platform/storage/storage.ts'

/** The prefix of the storage keys of the push devices in this browser. */
export const PUSH_PREFIX = 'fieldhand.push.'

/** Returns whether anyone receives push messages in this browser. */
export const hasPushDevice = (): boolean => itemKeys(PUSH_PREFIX).length > 0
