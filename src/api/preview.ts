import { createPreviewPass } from '../contract/preview.ts'
import { call } from './client.ts'

/** Returns a pass for trying the agent in the preview. */
export async function fetchPreviewPass(organizationId: string): Promise<string> {
  return (await call(createPreviewPass, { organizationId, isReading: true })).pass
}
