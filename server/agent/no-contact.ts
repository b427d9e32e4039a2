import type { Preference } from '../../src/domain/leads/agent-notes.ts'
import type { Act } from './acts.ts'
import { wantsBooking } from './schedule/intents.ts'
import { chanceOf } from './understand/likelihoods.ts'
import { wishes } from './wishes/wishes.ts'

/** Matches a wish for contact: `don't text, call me`, `if I don't answer, text me`. */
const WANTS_CONTACT =
  /\b(?:forget|remember|hesitate) to (?:call|text|phone|e-?mail|message|contact)\b|(?<!(?:\bnot|n['’]?t|\bnever|\bstop|\bquit|\bever|\byou|\bto|\bshould|\bcould|\bwill|\bwould) )\b(?:call|text|phone|e-?mail|message|contact) (?:me|us)\b|\bll[aá]m[ae]n?me\b|\bcont[aá]cten?me\b|(?<!\bno (?:me )?)\bescr[ií]ban?(?:me)?\b/iu

/** Returns whether a visitor asks not to be called, texted, or written to anymore, without another way of contact. */
export const wantsNoContact = (text: string): boolean =>
  !WANTS_CONTACT.test(text) && wishes('nocontact', text)

/** The least probability of another opt-out. */
const LEAST_STOP = 0.15

interface Read {
  acts: ReadonlySet<Act>
  facts: { phone?: string; email?: string }
  prefers: Preference | null
}

/** Returns whether a visitor who asked not to be contacted asks for it after all. */
export const wantsContact = ({ acts, facts, prefers }: Read, text: string): boolean =>
  // `Take 614-555-0126 off your list`
  chanceOf(text, ['stop', 'delete']) < LEAST_STOP &&
  (acts.has('callMe') ||
    acts.has('person') ||
    prefers !== null ||
    facts.phone !== undefined ||
    facts.email !== undefined ||
    WANTS_CONTACT.test(text) ||
    wantsBooking(text))
