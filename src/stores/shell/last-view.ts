import { saveViewsOf } from '../../platform/page/last-view/save.ts'
import { $account } from '../base/session/account.ts'

/** Stores the view of this page and of later pages for the next visit of the same user in the same organization. */
export const saveLastViews = (): void => saveViewsOf(() => $account.get())
