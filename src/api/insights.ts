import type { QueryInput } from '../contract/endpoint.ts'
import { getInsights, type Insights } from '../contract/insights.ts'
import { call } from './client.ts'

/** Returns leads and bookings by day, response times, and lead sources. */
export function fetchInsights(
  organizationId: string,
  query: QueryInput<typeof getInsights>,
  signal?: AbortSignal,
): Promise<Insights> {
  return call(getInsights, { organizationId, query, signal })
}
