import { createPreviewPass } from '../contract/preview.ts'
import { call } from './client.ts'

/** Returns a pass for previewing a widget that is not live. */
export async function fetchPreviewPass(organizationId: string): Promise<string> {
  return (await call(createPreviewPass, { organizationId })).pass
}
