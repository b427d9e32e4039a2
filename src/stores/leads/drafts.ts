import type { ReadableAtom } from 'nanostores'
import type { LeadForm } from '../../domain/leads/form.ts'
import { holdInMemory } from '../../platform/page/page-reload.ts'
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

const isWritten = (text: string) => text.trim() !== ''
const isTyped = (form: LeadForm) => Object.values(form).some(isWritten)

const $unsaved = ownedAtom<LeadForm | null>(null)
/** New leads that could not be saved and whose forms are closed. */
const $failed = ownedAtom<readonly LeadForm[]>([])

/**
 * Returns what is typed into the form of a new lead, also after the form is closed, else the first lead that could not be
 * saved; null without one.
 */
export function unsavedLead(): LeadForm | null {
  const form = $unsaved.get()
  return form && isTyped(form) ? form : ($failed.get()[0] ?? null)
}

/** Keeps what is typed into the form of a new lead until it is being saved or canceled. */
export function keepUnsavedLead(form: LeadForm | null): void {
  $unsaved.set(form)
  if (form) $failed.set($failed.get().filter((each) => each !== form))
}

/** Keeps a new lead that could not be saved until the form shows it again. */
export function keepFailedLead(form: LeadForm): void {
  $failed.set([...$failed.get(), form])
}

holdInMemory(() => {
  const form = $unsaved.get()
  return {
    notes: Object.values($all.get()).filter(({ text }) => isWritten(text)).length,
    leads: $failed.get().length + (form && isTyped(form) ? 1 : 0),
  }
})
