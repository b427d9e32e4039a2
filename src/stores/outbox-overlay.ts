import { atom } from 'nanostores'
import type { MadeChange } from '../domain/outbox.ts'

/**
 * Changes that the lists are to show as done although the server's answers do not have them yet. Empty until the
 * outbox has started; it stands apart so that lists can be drawn without loading the outbox.
 */
export const $overlay = atom<readonly MadeChange[]>([])
