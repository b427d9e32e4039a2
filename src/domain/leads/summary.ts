import type { Lead } from '../../contract/leads.ts'
import { capitalized } from '../common/capitalized.ts'
import { present } from '../common/present.ts'
import type { FormField } from './form.ts'

/** A field of a lead as a part of its summary. */
export interface SummaryPart {
  name: FormField
  text: string
}

/** A sentence of the summary: what it begins with, and its parts. */
export interface SummarySentence {
  start: string
  parts: SummaryPart[]
}

/** The fields that the summary shows, so that nothing else needs to. */
export const IN_SUMMARY = ['service_interest', 'property_size', 'timeline', 'service_availability'] as const

type Summarized = Pick<Lead, (typeof IN_SUMMARY)[number]>

function sentence(lead: Summarized, start: string, names: readonly (typeof IN_SUMMARY)[number][]) {
  const parts = names.flatMap((name): SummaryPart[] => {
    // The dot at the end is the sentence's.
    const text = present(lead[name])?.replace(/[.\s]+$/, '')
    return text ? [{ name, text }] : []
  })
  const [first, ...others] = parts
  if (!first) return []
  return [{ start, parts: start ? parts : [{ ...first, text: capitalized(first.text) }, ...others] }]
}

/** Returns what a lead is about: the work and its size, then the wishes. Empty if nothing is known. */
export function summaryOf(lead: Summarized): SummarySentence[] {
  return [
    ...sentence(lead, '', ['service_interest', 'property_size']),
    ...sentence(lead, 'Wants: ', ['timeline', 'service_availability']),
  ]
}

/** Returns a summary with the open questions as text. */
export const summaryText = (lead: Summarized, questions: readonly string[]): string =>
  [
    ...summaryOf(lead).map(({ start, parts }) => `${start}${parts.map(({ text }) => text).join(', ')}.`),
    ...questions,
  ].join(' ')
