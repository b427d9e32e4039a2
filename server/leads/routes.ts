import { createLead, deleteLead, getLead, setLeadStatus, updateLead } from '../../src/contract/leads.ts'
import { isCanceled } from '../../src/domain/leads/bookings.ts'
import { fieldsOfStatus } from '../../src/domain/leads/status.ts'
import { changeLeads } from '../activity/leads-changed.ts'
import { isKeyId, newId } from '../base/ids.ts'
import { eraseLead } from '../erasure/erase-lead.ts'
import { requireScope } from '../http/admission.ts'
import { HttpError, unknownLead } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { removeErased } from '../photos/removals.ts'
import type { CallWish } from './change-call.ts'
import { mountLeadList } from './lead-list.ts'
import { requireContacts, requireReachable } from './require-reachable.ts'
import { changeLead, leadRow, makeLead } from './write.ts'

/**
 * Mounts the endpoints for the leads of an organization: list, get, create, update, set status, delete (section 7). Mount
 * the other paths below `/leads` first, because they are no ids.
 */
export function mountLeads(api: Api): void {
  const { deps } = api

  mountLeadList(api)

  mount(api, getLead, async ({ organizationId, params }) =>
    leadRow(deps.db, organizationId, params.leadId).executeTakeFirstOrThrow(unknownLead),
  )

  mount(api, createLead, async ({ organizationId, userId, body: { id = newId('lead'), ...fields } }) => {
    if (isKeyId(userId)) requireReachable(fields)
    const made = await makeLead(deps, { organizationId, userId }, id, fields)
    if (made) return made
    const existing = await leadRow(deps.db, organizationId, id).executeTakeFirst()
    if (!existing) throw new HttpError(409, 'This lead id is already in use', { code: 'id_in_use' })
    return existing
  })

  mount(api, updateLead, async (call) => {
    const { organizationId, userId, params, body } = call
    const { updated_at, add_note, notes, booking_status = null, booking_start_time, ...rest } = body
    const fields = add_note === undefined ? { ...rest, notes } : rest
    const changes = [add_note, ...Object.values(fields)].filter((value) => value !== undefined)
    const wish = wishOf(booking_status, booking_start_time ?? null)
    if (wish) requireScope(call, 'bookings:write')
    if (changes.length === 0 && !wish) {
      return leadRow(deps.db, organizationId, params.leadId).executeTakeFirstOrThrow(unknownLead)
    }
    if (isKeyId(userId)) {
      const current = await leadRow(deps.db, organizationId, params.leadId).executeTakeFirstOrThrow(
        unknownLead,
      )
      requireContacts(fields, current)
    }
    const change = { ...fields, ...(fields.status && fieldsOfStatus({ status: fields.status })) }
    return changeLead(deps, { organizationId, userId }, params.leadId, change, {
      note: { path: 'add_note', text: add_note },
      readAt: updated_at,
      wish,
    })
  })

  mount(api, setLeadStatus, async ({ organizationId, userId, params, query }) =>
    changeLead(deps, { organizationId, userId }, params.leadId, fieldsOfStatus(query), {
      note: { path: 'notes', text: query.notes },
      readAt: query.updated_at,
    }),
  )

  mount(api, deleteLead, async ({ organizationId, params }) => {
    const isErased = await changeLeads(deps, organizationId, (tx) =>
      eraseLead(tx, organizationId, params.leadId),
    )
    if (!isErased) throw unknownLead()
    await removeErased(deps)
  })
}

function wishOf(status: string | null, time: string | null): CallWish | null {
  const start = time === null ? null : new Date(time)
  if (isCanceled(status)) return { kind: 'cancel', start }
  return start && { kind: 'move', start }
}
