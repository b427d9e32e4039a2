import type { Faults } from '../lib/faults.ts'
import type { Account } from './account.ts'
import type { Webhooks } from './webhooks.ts'

export const CALCOM_FAULTS = ['revoked', 'limited', 'down', 'html', 'slow', 'taken', 'lost'] as const
export type CalcomFault = (typeof CALCOM_FAULTS)[number]

/** State that all parts of the stand-in share. */
export interface Play {
  base: string
  accounts: Account[]
  /** `to` is `api` or one of its resources, such as `bookings` or `slots`. */
  faults: Faults<CalcomFault>
  webhooks: Webhooks
}
