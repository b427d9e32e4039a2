import { atom, computed, type ReadableAtom } from 'nanostores'
import { postUndoAutomaticLoss } from '../../api/leads.ts'
import { type AutomaticLoss, automaticLosses } from '../../domain/leads/automatic-loss.ts'
import { now } from '../../platform/clock.ts'
import { readItem, writeItem } from '../../platform/storage/storage.ts'
import { requireOrganization } from '../base/query/query.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { $organization } from '../base/session/session.ts'
import { $allLeads } from './list.ts'

const keyOf = (organizationId: string) => `fieldhand:automatic-losses:${organizationId}`
const $dismissals = atom(0)

function dismissedIn(organizationId: string): string[] {
  const kept = readItem(keyOf(organizationId))
  return kept ? kept.split(' ') : []
}

/** Leads that the system marked as lost and that can be restored together, latest first. */
export const $automaticLosses: ReadableAtom<AutomaticLoss[]> = computed(
  [$allLeads, $organization, $dismissals],
  ({ data = [] }, organization) =>
    organization ? automaticLosses(data, dismissedIn(organization.id), now()) : [],
)

/** Sets the leads of one run back to new. Returns the number of leads. */
export async function undoAutomaticLoss({ at }: AutomaticLoss): Promise<number> {
  const organizationId = requireOrganization()
  const { leads } = await postUndoAutomaticLoss(organizationId, at)
  refetchAfter(organizationId, 'leads-changed')
  return leads
}

/** Dismisses one run on this device. */
export function dismissAutomaticLoss({ at }: AutomaticLoss): void {
  const organizationId = requireOrganization()
  writeItem(keyOf(organizationId), [...dismissedIn(organizationId), at].slice(-60).join(' '))
  $dismissals.set($dismissals.get() + 1)
}
