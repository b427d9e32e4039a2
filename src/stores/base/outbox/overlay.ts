import { atom } from 'nanostores'
import type { MadeChange } from '../../../domain/outbox/outbox.ts'

/**
 * Changes that the lists show as done although the server's data does not contain them yet. Empty until the outbox has
 * started. This is a separate file so that pages can show lists without loading the outbox.
 */
export const $overlay = atom<readonly MadeChange[]>([])
