import { NEEDS } from '../../../src/contract/conversations.ts'
import type { Lead } from '../../../src/contract/leads.ts'
import { readPhone } from '../../../src/domain/common/phone.ts'
import { alarmIn, noContactIn } from '../../../src/domain/leads/agent-notes.ts'
import { leadLabel, leadPhone } from '../../../src/domain/leads/name.ts'
import { isolated, line, reasonOf } from './words.ts'

const NAME_LENGTH = 80

/** Returns a lead's name in a list, after how urgent it is. */
export function markedName(lead: Lead): string {
  const name = isolated(line(leadLabel(lead).name, NAME_LENGTH))
  const alarm = alarmIn(lead.service_additional_info)
  return alarm ? `${reasonOf(alarm.needs).mark}: ${name}` : name
}

/** Returns the number at which to call a lead; null if there is none, or if the lead wants no contact. */
export function numberOf(lead: Lead): string | null {
  const phone = line(leadPhone(lead), NAME_LENGTH)
  return phone === '' || noContactIn(lead.service_additional_info) ? null : readPhone(phone).display
}

/** Returns the order of a lead in a list: emergencies first. */
export function rankOf(lead: Lead | null): number {
  const alarm = alarmIn(lead?.service_additional_info ?? null)
  return alarm ? NEEDS.indexOf(alarm.needs) : NEEDS.length
}
