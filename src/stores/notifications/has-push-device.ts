import { itemKeys } from '../../platform/storage/storage.ts'

/** The beginning of the keys under which this device remembers push messages to it. */
export const PUSH_PREFIX = 'fieldhand.push.'

/** Whether anyone receives push messages in this browser. */
export const hasPushDevice = (): boolean => itemKeys(PUSH_PREFIX).length > 0
