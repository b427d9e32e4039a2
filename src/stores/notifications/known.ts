import { ownedAtom } from '../session/owner.ts'

/** Whether the API is known to have no notifications. Then the console hides all of them. */
export const $hasNoNotifications = ownedAtom(false)
