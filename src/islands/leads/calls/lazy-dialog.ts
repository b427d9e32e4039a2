import { type LoadPart, lazyPart, NO_PART } from '../../../ui/lazy-part.tsx'

const load: LoadPart<object> = import.meta.env.SSR ? NO_PART : () => import('./change-call-dialog.tsx')

/** The dialog that books, moves, or cancels an estimate call. */
export const ChangeCallDialog = lazyPart(load, { name: 'The question' })
