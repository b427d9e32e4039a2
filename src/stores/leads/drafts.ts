import type { ReadableAtom } from 'nanostores'
import type { LeadForm } from '../../domain/leads/form.ts'
import { holdReloads } from '../../platform/page/page-reload.ts'
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

const $unsaved = ownedAtom<LeadForm | null>(null)

/** Returns what is typed into the form of a new lead, also after the form is closed; null once it is saved or canceled. */
export const unsavedLead = (): LeadForm | null => $unsaved.get()

/** Keeps what is typed into the form of a new lead until it is saved or canceled. */
export function keepUnsavedLead(form: LeadForm | null): void {
  $unsaved.set(form)
}

const isWritten = (text: string) => text.trim() !== ''

/** What is being written about leads. It is in this page's memory only. */
export function countLeadDrafts(): { notes: number; leads: number } {
  return {
    notes: Object.values($all.get()).filter(({ text }) => isWritten(text)).length,
    leads: Object.values($unsaved.get() ?? {}).some(isWritten) ? 1 : 0,
  }
}

holdReloads(() => {
  const { notes, leads } = countLeadDrafts()
  return notes + leads > 0
})
