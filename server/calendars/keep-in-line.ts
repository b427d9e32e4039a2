import { SECOND_MS } from '../../src/domain/time/durations.ts'
import type { Deps } from '../deps.ts'
import { failureForLog } from '../log.ts'
import { repeated } from '../repeat.ts'
import { bringAllInLine } from './bring-in-line.ts'
import { followEvents } from './follow.ts'

/** How often to look for changed calls. */
const LOOK_MS = 2 * SECOND_MS

/** Keeps calls and their calendar services in line. Returns a function that stops this, after the current call. */
export function startCalls(deps: Deps): () => Promise<void> {
  const calls = repeated(
    () => bringAllInLine(deps).then(() => followEvents(deps)),
    (error) => deps.log.error({ error: failureForLog(error) }, 'calls could not be brought in line'),
  )
  void calls.run()
  return calls.every(LOOK_MS)
}
