import * as v from 'valibot'
import {
  type Place,
  type RecordingRefusal,
  refusalBeforeLookup,
  refusalByPlace,
} from '../../domain/monitoring/session-recording.ts'
import { logNote, logWarning } from '../../platform/log.ts'
import { $confirmedSession } from '../../platform/session/session.ts'
import { signedIn } from './signed-in.ts'

/** In milliseconds. */
const LOOKUP_TIMEOUT = 5_000

const Answer = v.object({
  country_name: v.string(),
  region: v.optional(v.nullable(v.string()), null),
})

/** Returns the location of this browser's IP address, or null if unknown. */
async function lookUpPlace(url: string): Promise<Place | null> {
  try {
    const response = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(LOOKUP_TIMEOUT),
    })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return v.parse(Answer, await response.json())
  } catch (error) {
    logWarning('The location of this browser could not be looked up', error)
    return null
  }
}

async function refusal(geoipUrl: string, email: string): Promise<RecordingRefusal | null> {
  return refusalBeforeLookup(location.hostname, email) ?? refusalByPlace(await lookUpPlace(geoipUrl))
}

/**
 * Records the signed-in user's session unless section 9 excludes it. Looks up the location at most once. Requires error
 * reporting, which sends the recording.
 */
export async function startSessionRecording(geoipUrl: string): Promise<void> {
  const { id, email } = await signedIn()
  const reason = await refusal(geoipUrl, email)
  if (reason) {
    logNote(`This session is not recorded (${reason})`)
    return
  }
  const { record } = await import('./replay.ts')
  if ($confirmedSession.get().user?.id !== id) return
  const stop = record()
  $confirmedSession.listen(({ user }) => {
    if (user?.id !== id) stop()
  })
}
