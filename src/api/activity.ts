import { type Activity, getActivity, type NewCall, recordCall } from '../contract/activity.ts'
import { call, write } from './client.ts'

/** Returns the events of a lead, oldest first, without the messages. */
export function fetchActivity(
  organizationId: string,
  leadId: string,
  signal?: AbortSignal,
): Promise<Activity> {
  return call(getActivity, { organizationId, params: { leadId }, signal })
}

/** Records a call to a lead. Repeating the request with the same `id` records only one call. */
export async function postCall(
  organizationId: string,
  leadId: string,
  body: NewCall,
  signal?: AbortSignal,
): Promise<void> {
  await write(recordCall, { organizationId, params: { leadId }, body, signal })
}
