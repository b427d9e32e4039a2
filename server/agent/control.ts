import type { ChatControl } from '../../src/contract/widget.ts'
import type { AgentState, Topic } from './state.ts'

const KINDS: Partial<Record<Topic, ChatControl['kind']>> = {
  name: 'name',
  contact: 'phone_or_email',
  phone: 'phone',
  email: 'email',
  address: 'address',
}

type Asking = Pick<AgentState, 'asked' | 'minor' | 'noContact' | 'dialed'>

/**
 * Returns the form control for the agent's open question; null if there is none, also while the visitor sends a phone
 * number in parts. `suggests` is whether the map service completes addresses.
 */
export function controlFor(
  { asked, minor, noContact, dialed }: Asking,
  suggests: boolean,
): ChatControl | null {
  const kind = asked ? KINDS[asked.topic] : undefined
  if (!kind || minor || noContact) return null
  if (kind === 'address') return { kind, suggests }
  const isInParts = dialed !== '' && (kind === 'phone' || kind === 'phone_or_email')
  return isInParts ? null : { kind }
}
