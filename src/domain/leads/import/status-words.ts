import type { LeadStatus } from '../../../contract/leads.ts'
import { knownStatus } from '../status.ts'

/**
 * Statuses of other programs that mean a customer or a lost lead: of HubSpot, Salesforce, Jobber, Housecall Pro, Angi,
 * Zillow, and GoHighLevel. All others mean that someone still has to win the lead.
 */
const MEANT: Readonly<Record<'converted' | 'lost', readonly string[]>> = {
  converted: [
    ...['closed won', 'won closed', 'closed converted', 'closed', 'sale closed', 'customer', 'client'],
    ...['active customer', 'active client', 'booked', 'job booked', 'open deal', 'complete', 'completed'],
    ...['job complete', 'job completed', 'done', 'paid', 'invoiced', 'signed', 'cliente', 'completado'],
  ],
  lost: [
    ...['closed lost', 'lost closed', 'closed not converted', 'not converted', 'dead', 'unqualified'],
    ...[
      'disqualified',
      'not qualified',
      'bad timing',
      'not interested',
      'not hired',
      'canceled',
      'cancelled',
    ],
    ...[
      'user canceled',
      'pro canceled',
      'spam',
      'junk',
      'bad lead',
      'wrong number',
      'do not contact',
      'no sale',
    ],
    ...['cancelado', 'cancelada', 'no interesado', 'no interesada'],
  ],
}

/** Words with which any status means a lost lead or a customer: `Lost - Price`, `Estimate Approved`. */
const LOST = /\b(?:lost|declined|abandoned|rejected|perdid[oa]|rechazad[oa]|abandonad[oa])\b/
const WON = /\b(?:won|sold|approved|accepted|ganad[oa]|vendid[oa]|aprobad[oa]|aceptad[oa])\b/
const NOT = /\b(?:not|never|isn|wasn|no)\b/

/** Meta's status of a form that someone sent. Other programs write a capital letter for a job that is done. */
const FORM_SENT = 'complete'

/** Statuses that mean a lead in languages in which a heading alone doesn't say what the column is. */
const OPEN =
  /^(?:nuev[oa]|abiert[oa]|activ[oa]|pendiente|contactad[oa]|interesad[oa]|cotizad[oa]|en pro(?:ceso|greso))$/

/** Returns the status that a text means, or null if it is not a status. */
export function statusIn(text: string): LeadStatus | null {
  if (text.trim() === FORM_SENT) return 'new'
  const plain = text.toLowerCase().replaceAll('_', ' ').trim()
  const own = knownStatus(plain)
  if (own) return own
  const letters = plain.replace(/\P{L}/gu, '')
  const means = (words: readonly string[]) => words.some((word) => word.replaceAll(' ', '') === letters)
  if (means(MEANT.lost)) return 'lost'
  if (means(MEANT.converted)) return 'converted'
  if (!NOT.test(plain)) {
    if (LOST.test(plain)) return 'lost'
    if (WON.test(plain)) return 'converted'
  }
  return OPEN.test(plain) ? 'new' : null
}

/** Returns the status that a word of another program means, and whether it is the name of one of ours. */
export function readStatus(text: string): { status: LeadStatus; isOwn: boolean } {
  return { status: statusIn(text) ?? 'new', isOwn: knownStatus(text.trim().toLowerCase()) !== undefined }
}

/** Returns the statuses of a row, the one that decides first: a lost lead can be in a stage of won ones. */
export function decidingFirst(statuses: readonly string[]): readonly string[] {
  const order: readonly LeadStatus[] = ['lost', 'converted', 'new']
  const rank = (text: string) => order.indexOf(readStatus(text).status)
  return statuses.toSorted((a, b) => rank(a) - rank(b))
}
