import type { QueryInput } from '../contract/endpoint.ts'
import { getInsights, type Insights } from '../contract/insights.ts'
import { call } from './client.ts'
import { ignoredParameter } from './errors.ts'

/**
 * Returns leads and bookings by day, response times, and lead sources.
 *
 * @throws {ApiError} like a rejected parameter, if the API responds with other days than `from` and `to`.
 */
export async function fetchInsights(
  organizationId: string,
  query: QueryInput<typeof getInsights>,
  signal?: AbortSignal,
): Promise<Insights> {
  const insights = await call(getInsights, { organizationId, query, signal })
  const isOther = (asked: string | undefined, day: string | undefined) => asked !== undefined && asked !== day
  const { days } = insights
  if (isOther(query.from, days[0]?.day) || isOther(query.to, days.at(-1)?.day)) throw ignoredParameter()
  return insights
}
