import { WHY } from '../../domain/conversations/traced-turns.ts'
import { type LoadPart, lazyPart, NO_PART } from '../../ui/lazy-part.tsx'
import type { WhyProps } from './why-dialog.tsx'

/** Loads the reasons with their styles. */
const loadDialog: LoadPart<WhyProps> = import.meta.env.SSR ? NO_PART : () => import('./why-dialog.tsx')

export const WhyDialog = lazyPart(loadDialog, { name: 'The reasons' })

/** Preloads the code of the reasons when the user is about to open them. */
export const prepareWhy = () => void loadDialog().catch(() => undefined)

/** The button on a message of the agent. */
export function WhyButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      className="message-why"
      aria-haspopup="dialog"
      aria-label={WHY}
      title={WHY}
      onPointerEnter={prepareWhy}
      onFocus={prepareWhy}
      onClick={onClick}
    >
      Why?
    </button>
  )
}
