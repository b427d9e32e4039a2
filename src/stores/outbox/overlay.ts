import { atom } from 'nanostores'
import type { MadeChange } from '../../domain/outbox/outbox.ts'

/**
 * Changes that the lists show as done although the server's answers do not have them yet. Empty until the outbox has
 * started. In a file of its own, so that pages can draw lists without loading the outbox.
 */
export const $overlay = atom<readonly MadeChange[]>([])
