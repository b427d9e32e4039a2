import type { ReadableAtom } from 'nanostores'
import type { LeadForm } from '../../domain/leads/form.ts'
import { randomId } from '../../platform/random-id.ts'
import { createDrafts } from '../base/drafts.ts'
import type { Account } from '../base/session/account.ts'

/** An unfinished note or task for a lead. Replies have separate drafts. */
export interface Draft {
  kind: 'reply' | 'note' | 'task'
  text: string
  /** The time when the task is due, ISO 8601 in UTC; null if not chosen. */
  dueAt: string | null
  /** The id of a task whose first attempt may have reached the server. */
  taskId: string | null
}

export const NO_DRAFT: Draft = { kind: 'note', text: '', dueAt: null, taskId: null }

const isWritten = (text: string) => text.trim() !== ''

/** The unfinished notes and tasks by lead. */
const leadDrafts = createDrafts<Draft>('note', {
  none: NO_DRAFT,
  read: (stored) => (typeof stored === 'object' ? { ...NO_DRAFT, ...stored } : NO_DRAFT),
  isEmpty: ({ text }) => !isWritten(text),
})

export const leadDraft = (account: Account, leadId: string): ReadableAtom<Draft> =>
  leadDrafts.of(account, leadId)

/** Stores what the user has typed for a lead. */
export function keepDraft(account: Account, leadId: string, change: Partial<Draft>): void {
  leadDrafts.keep(account, leadId, { ...leadDraft(account, leadId).get(), ...change })
}

export const forgetDraft = (account: Account, leadId: string): void =>
  leadDrafts.keep(account, leadId, NO_DRAFT)

/**
 * Empties the draft of a lead while `save` runs, so that nothing is added twice if the user closes the page. If `save`
 * fails, puts the draft back above anything the user has typed since, and rejects.
 */
export async function saveDraft(
  account: Account,
  leadId: string,
  save: () => Promise<unknown>,
): Promise<void> {
  const draft = leadDraft(account, leadId).get()
  keepDraft(account, leadId, { text: '', dueAt: null, taskId: null })
  try {
    await save()
  } catch (error) {
    const { text } = leadDraft(account, leadId).get()
    const added = isWritten(text) && { text: `${draft.text}\n${text}`, taskId: null }
    leadDrafts.keep(account, leadId, { ...draft, ...added })
    throw error
  }
}

/** The input in the form of a new lead, and new leads that could not be saved after their form was closed. */
const newLeads = createDrafts<LeadForm | null>('new-lead', {
  none: null,
  read: (stored) => (typeof stored === 'object' ? (stored as LeadForm) : null),
  isEmpty: (form) => !(form && Object.values(form).some(isWritten)),
})

/** The draft id of the input in the form. */
const IN_FORM = 'form'

/**
 * Returns the input in the form of a new lead, even after the form is closed. If there is none, moves the first lead
 * that could not be saved into the form and returns it; null if there is no such lead either.
 */
export function unsavedLead(account: Account | null): LeadForm | null {
  if (!account) return null
  for (const id of [IN_FORM, ...newLeads.ids(account)]) {
    const form = newLeads.value(account, id)
    if (!form || !Object.values(form).some(isWritten)) continue
    newLeads.keep(account, id, null)
    keepUnsavedLead(account, form)
    return form
  }
  return null
}

/** Stores the input in the form of a new lead until it is saved or canceled; null deletes it. */
export function keepUnsavedLead(account: Account | null, form: LeadForm | null): void {
  if (account) newLeads.keep(account, IN_FORM, form)
}

/** Stores a new lead that could not be saved, until the form shows it again. */
export function keepFailedLead(account: Account, form: LeadForm): void {
  newLeads.keep(account, randomId('lead'), form)
}
