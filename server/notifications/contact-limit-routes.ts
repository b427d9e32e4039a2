import { type ContactLimits, getContactLimits } from '../../src/contract/contact-limits.ts'
import { leadPhone } from '../../src/domain/leads/name.ts'
import { readState } from '../agent/state.ts'
import { unknownLead } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { recallOptOuts } from '../journal/opt-outs.ts'
import { isFrom } from './opt-outs.ts'
import { toE164 } from './planning.ts'

/** Mounts the endpoint for what limits the contact with a lead. */
export function mountContactLimits(api: Api): void {
  const { db } = api.deps

  async function ofNumber(
    organizationId: string,
    phone: string,
  ): Promise<Pick<ContactLimits, 'no_texts' | 'no_texts_since'>> {
    await recallOptOuts(db, organizationId, [phone])
    const optOut = await db
      .selectFrom('sms_opt_outs')
      .select('at')
      .where(isFrom(organizationId))
      .where('phone', '=', phone)
      .orderBy('at')
      .executeTakeFirst()
    if (optOut) return { no_texts: 'opted_out', no_texts_since: optOut.at.toISOString() }
    const landline = await db
      .selectFrom('landlines')
      .select('at')
      .where('phone', '=', phone)
      .executeTakeFirst()
    if (landline) return { no_texts: 'landline', no_texts_since: landline.at.toISOString() }
    return { no_texts: null, no_texts_since: null }
  }

  mount(api, getContactLimits, async ({ organizationId, params }) => {
    const lead = await db
      .selectFrom('leads')
      .leftJoin('conversations', 'conversations.id', 'leads.conversation_id')
      .select(['prospect_phone', 'contact_phone', 'conversations.state'])
      .where('leads.id', '=', params.leadId)
      .where('leads.organization_id', '=', organizationId)
      .executeTakeFirst()
    if (!lead) throw unknownLead()
    const phone = toE164(leadPhone(lead))
    return {
      ...(phone === null ? { no_texts: null, no_texts_since: null } : await ofNumber(organizationId, phone)),
      no_contact: readState(lead.state).noContact,
    }
  })
}
