import { computed, type ReadableAtom } from 'nanostores'
import { SECOND_MS } from '../../domain/time/durations.ts'
import { logWarning } from '../../platform/log.ts'
import {
  holdSelections,
  type MemberOrganization,
  memberOrganizations,
  selectOrganization,
} from '../../platform/session/enter.ts'
import { $sessionConfirmed } from '../../platform/session/session.ts'
import { $outage } from '../base/query/outage.ts'
import { ownedAtom } from '../base/session/account.ts'
import { $organization } from '../base/session/session.ts'

export type { MemberOrganization } from '../../platform/session/enter.ts'

/** Milliseconds between two attempts to switch, if the identity provider can't be reached although the server can. */
const PAUSE = 5 * SECOND_MS

const $waiting = ownedAtom<MemberOrganization | null>(null)

/** The organization to which the console switches once it can; null if none waits. */
export const $waitingSwitch: ReadableAtom<MemberOrganization | null> = $waiting

/** The user's organizations without the selected one; none until Clerk has loaded. */
export const $otherOrganizations: ReadableAtom<readonly MemberOrganization[]> = computed(
  [$organization, $sessionConfirmed],
  (selected) => memberOrganizations().filter(({ id }) => id !== selected?.id),
)

/** Switches to an organization, or waits for the end of an outage, because the data of the other can't be loaded. */
export function switchTo(organization: MemberOrganization): void {
  $waiting.set(organization)
  void attempt()
}

/** Cancels the switch that waits. */
export const cancelSwitch = (): void => $waiting.set(null)

let attempting: MemberOrganization | null = null
let timer: ReturnType<typeof setTimeout> | undefined

async function attempt(): Promise<void> {
  clearTimeout(timer)
  const organization = $waiting.get()
  if (!organization || organization === attempting || $outage.get()) return
  attempting = organization
  try {
    await selectOrganization(organization.id)
    if ($waiting.get() === organization) $waiting.set(null)
  } catch (error) {
    logWarning('The organization could not be selected', error)
    if ($waiting.get()) timer = setTimeout(() => void attempt(), PAUSE)
  } finally {
    attempting = null
  }
}

/** Lets switches wait for the end of an outage, also those in Clerk's own switcher. */
export function followSwitches(): void {
  $outage.subscribe((outage) => {
    if (!outage) void attempt()
  })
  holdSelections((organization) => {
    if (!$outage.get()) return false
    $waiting.set(organization)
    return true
  })
}
