import type { Profile } from '../../src/contract/profile.ts'
import { toE164 } from '../notifications/planning.ts'

/** Returns whether a business has blocked a number (E.164): its texts and missed calls get no answer. */
export const isBlocked = ({ blocked_numbers: blocked }: Profile, phone: string): boolean =>
  (blocked ?? []).some((each) => toE164(each) === phone)
