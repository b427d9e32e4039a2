import { isFrugal } from '../../../platform/page/frugal.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const load = () => import('./conversation-panel.tsx')

export const ConversationPanel = lazyPart<object>(load, { name: 'The conversation' })

/** Preloads the tab, because the device may be offline by the time the user opens it. */
export const loadConversationPanel = () => {
  if (!isFrugal()) load().catch(() => undefined)
}
