import { isFrugal } from '../../platform/page/frugal.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const load = () => import('./lead/conversation-panel.tsx')

/** The second tab of a lead. */
export const ConversationPanel = lazyPart<object>(load, { name: 'The conversation' })

/** Preloads the tab, because the network may be gone when it is opened. */
export const loadConversationPanel = () => {
  if (!isFrugal()) load().catch(() => undefined)
}
