import { ownedAtom } from '../base/session/account.ts'

/** Whether the API is known not to support notifications. If so, the console hides them all. */
export const $hasNoNotifications = ownedAtom(false)
