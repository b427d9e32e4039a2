import type { LeadStatus } from '../../../contract/leads.ts'
import { knownStatus } from '../status.ts'

/**
 * Statuses of other programs that mean a customer or a lost lead: of HubSpot, Salesforce, Jobber, Housecall Pro, Angi,
 * and Zillow. All others mean that someone still has to win the lead.
 */
const MEANT: Readonly<Record<'converted' | 'lost', readonly string[]>> = {
  converted: [
    ...[
      'won',
      'closed won',
      'won closed',
      'closed converted',
      'closed',
      'deal won',
      'job won',
      'sold',
      'sale closed',
    ],
    ...[
      'customer',
      'client',
      'booked',
      'job booked',
      'open deal',
      'completed',
      'job completed',
      'done',
      'paid',
    ],
    ...['invoiced', 'approved', 'signed', 'ganado', 'cliente'],
  ],
  lost: [
    ...[
      'closed lost',
      'lost closed',
      'closed not converted',
      'not converted',
      'deal lost',
      'job lost',
      'dead',
    ],
    ...[
      'unqualified',
      'disqualified',
      'not qualified',
      'bad timing',
      'not interested',
      'not hired',
      'rejected',
    ],
    ...['declined', 'canceled', 'cancelled', 'user canceled', 'pro canceled', 'spam', 'junk', 'bad lead'],
    ...['wrong number', 'do not contact', 'no sale', 'perdido'],
  ],
}

/** Returns the status that a word of another program means, and whether it is the name of one of ours. */
export function readStatus(text: string): { status: LeadStatus; isOwn: boolean } {
  const own = knownStatus(text.trim().toLowerCase())
  if (own) return { status: own, isOwn: true }
  const plain = text.toLowerCase().replace(/\P{L}/gu, '')
  const means = (words: readonly string[]) => words.some((word) => word.replaceAll(' ', '') === plain)
  if (means(MEANT.lost)) return { status: 'lost', isOwn: false }
  return { status: means(MEANT.converted) ? 'converted' : 'new', isOwn: false }
}
