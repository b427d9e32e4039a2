import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { isUnknownParameter } from '../../api/errors.ts'
import { fetchInsights } from '../../api/insights.ts'
import type { QueryInput } from '../../contract/endpoint.ts'
import type { getInsights, InsightPeriod, Insights } from '../../contract/insights.ts'
import {
  type InsightSpan,
  isPeriod,
  readDays,
  spanOf,
  spanText,
  TOO_MANY_DAYS,
} from '../../domain/dashboard/insight-days.ts'
import { type DayRange, isAllDays } from '../../domain/time/day-range.ts'
import { optional } from '../base/query/optional.ts'
import { organizationQuery, type QueryState } from '../base/query/query.ts'
import { ownedAtom } from '../base/session/account.ts'
import { $today } from '../base/time.ts'
import { deviceTimeZone } from '../settings/profile.ts'

const $chosen = atom<InsightSpan>(30)
let lastPeriod: InsightPeriod = 30
const $note = ownedAtom<string | null>(null)

/** The displayed span: the length of a period in days that ends today, or chosen days. */
export const $insightSpan: ReadableAtom<InsightSpan> = $chosen

/** Why the insights are not about the days that were last chosen; null if they are. */
export const $insightNote: ReadableAtom<string | null> = $note

function show(span: InsightSpan): void {
  $note.set(null)
  if (isPeriod(span)) lastPeriod = span
  $chosen.set(span)
}

/** Shows the insights of a period. */
export function chooseInsightPeriod(days: InsightPeriod): void {
  show(days)
}

/**
 * Shows the insights of some days, until today if they have no end. If there are no insights about the days, the note
 * says why, and the display stays. Without any day, it returns to the last period.
 */
export function chooseInsightDays(range: DayRange): void {
  const today = $today.get()
  const { days, problem } = readDays({ ...range, to: range.to ?? today }, today)
  if (isAllDays(range)) {
    show(lastPeriod)
    $note.set(`${TOO_MANY_DAYS}. ${shownText(lastPeriod)}.`)
  } else if (problem) {
    $note.set(`${problem.message}. ${shownText($chosen.get())}.`)
  } else {
    show(spanOf(days, today))
  }
}

const shownText = (span: InsightSpan) =>
  isPeriod(span) ? `The last ${span} days are shown` : `${spanText(span, $today.get())} is shown`

type Asked = QueryInput<typeof getInsights>

function askedFor(span: InsightSpan): Asked {
  const timezone = deviceTimeZone()
  return isPeriod(span) ? { days: String(span), timezone } : { ...span, timezone }
}

const readPeriod = optional(fetchInsights)

/** Reads the insights of chosen days. If the API does not know them, rejects, and shows the last period. */
async function readChosen(organizationId: string, asked: Asked, signal: AbortSignal): Promise<Insights> {
  try {
    return await fetchInsights(organizationId, asked, signal)
  } catch (error) {
    const span = $chosen.get()
    const isShown = !isPeriod(span) && span.from === asked.from && span.to === asked.to
    if (isShown && isUnknownParameter(error)) {
      show(lastPeriod)
      $note.set(`The API cannot show ${spanText(span, $today.get())}. ${shownText(lastPeriod)} instead.`)
    }
    throw error
  }
}

/** The counts of the chosen span, in this device's time zone; null if the API does not provide them. */
export const $insights: ReadableAtom<QueryState<Insights | null>> = organizationQuery({
  kind: 'insights',
  $input: computed($chosen, askedFor),
  read: (organizationId, signal, asked) =>
    asked.from === undefined
      ? readPeriod(organizationId, asked, signal)
      : readChosen(organizationId, asked, signal),
})

// A period ends with the current day.
onMount($insights, () => $today.listen(() => void $insights.get().refetch()))
