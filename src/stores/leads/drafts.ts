import type { ReadableAtom } from 'nanostores'
import { ownedAtom } from '../session/owner.ts'

/** A note or task that is being written for a lead; a reply has its own draft. */
export interface Draft {
  kind: 'reply' | 'note' | 'task'
  text: string
  /** When the task is due, ISO 8601 in UTC; null if not chosen. */
  dueAt: string | null
  /** The id of a task whose first attempt may have reached the server. */
  taskId: string | null
}

export const NO_DRAFT: Draft = { kind: 'note', text: '', dueAt: null, taskId: null }

const $all = ownedAtom<Readonly<Record<string, Draft>>>({})

/** The unfinished notes and tasks by lead, kept while the owner looks at other leads. */
export const $drafts: ReadableAtom<Readonly<Record<string, Draft>>> = $all

/** Keeps what has been typed for a lead. */
export function keepDraft(leadId: string, change: Partial<Draft>): void {
  $all.set({ ...$all.get(), [leadId]: { ...NO_DRAFT, ...$all.get()[leadId], ...change } })
}
