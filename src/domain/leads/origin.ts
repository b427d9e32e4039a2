import type { Insights } from '../../contract/insights.ts'

/** The source of leads that a member added in the console. */
export const MANUAL = 'manual'

/** The source of imported leads whose file does not name one. */
export const IMPORTED = 'import'

/** Returns a campaign as a single text, such as "google · cpc · fall-sale". */
export function campaignLabel({
  source,
  medium,
  campaign,
}: Pick<Insights['utm'][number], 'source' | 'medium' | 'campaign'>): string {
  return [source, medium, campaign].filter(Boolean).join(' · ')
}
