import { lazyPart } from '../../ui/lazy-part.tsx'

const load = () => import('./conversation-panel.tsx')

/** The second tab of a lead. */
export const ConversationPanel = lazyPart<object>(load, { name: 'The conversation' })

/** Has it at hand: when the tab is turned to, the network may be gone. */
export const loadConversationPanel = () => void load().catch(() => undefined)
