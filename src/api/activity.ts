import {
  type Activity,
  type ActivityEvent,
  getActivity,
  type NewCall,
  recordCall,
} from '../contract/activity.ts'
import { call, write } from './client.ts'

/** Returns what happened to a lead, oldest first, without the messages. */
export function fetchActivity(
  organizationId: string,
  leadId: string,
  signal?: AbortSignal,
): Promise<Activity> {
  return call(getActivity, { organizationId, params: { leadId }, signal })
}

/** Records a call to a lead. A repeated call with the same `id` records only one. */
export function postCall(
  organizationId: string,
  leadId: string,
  body: NewCall,
): Promise<Partial<ActivityEvent>> {
  return write(recordCall, { organizationId, params: { leadId }, body })
}
