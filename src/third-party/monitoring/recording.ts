import * as v from 'valibot'
import {
  type Place,
  type RecordingRefusal,
  refusalBeforeLookup,
  refusalByPlace,
} from '../../domain/session-recording.ts'
import { logNote, logWarning } from '../../platform/log.ts'
import { $confirmedSession } from '../../platform/session.ts'
import { signedIn } from './signed-in.ts'

/** Milliseconds. */
const LOOKUP_TIMEOUT = 5_000

const Answer = v.object({
  country_name: v.string(),
  region: v.optional(v.nullable(v.string()), null),
})

/** Where the IP address of this browser is, or null when that could not be found out. */
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
    logWarning('Where this browser is could not be looked up', error)
    return null
  }
}

async function refusal(geoipUrl: string, email: string): Promise<RecordingRefusal | null> {
  return refusalBeforeLookup(location.hostname, email) ?? refusalByPlace(await lookUpPlace(geoipUrl))
}

/**
 * Records the session of the signed-in user, unless section 9 rules it out; asks where the browser is at most
 * once. Needs error reporting, which sends it.
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
