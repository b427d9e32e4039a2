import type { Property } from '@hubspot/api-client/lib/codegen/crm/properties'
import { html, raw } from 'hono/html'
import type { Html } from '../lib/page.ts'
import type { Account, HubRecord } from './account.ts'
import type { ObjectType } from './types.ts'

/** The properties that users can edit on the page, in addition to those that the app has defined. */
const EDITABLE: Partial<Record<ObjectType, readonly string[]>> = {
  contacts: [
    'email',
    'firstname',
    'lastname',
    'phone',
    'address',
    'city',
    'state',
    'zip',
    'lifecyclestage',
    'hs_lead_status',
  ],
  deals: ['dealname', 'dealstage', 'amount', 'closedate'],
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** Converts the rich text of notes and meetings to plain text. */
const plain = (rich: string) =>
  rich
    .replace(/<br\s*\/?>|<\/(p|div|li)>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .trim()

/** Returns the name that HubSpot displays for a record. */
export function nameOf({ type, values, id }: HubRecord): string {
  if (type === 'deals') return values.get('dealname') || `Deal ${id}`
  const name = [values.get('firstname'), values.get('lastname')].filter(Boolean).join(' ')
  return name || values.get('email') || values.get('phone') || `Contact ${id}`
}

function field({ name, label, options, type, fieldType }: Property, value: string): Html {
  if (type === 'enumeration') {
    const all = [{ label: 'None', value: '' }, ...options]
    return html`<label>${label}<select name="${name}">${all.map((option) => html`<option value="${option.value}"${raw(option.value === value ? ' selected' : '')}>${option.label}</option>`)}</select></label>`
  }
  if (fieldType === 'textarea')
    return html`<label>${label}<textarea name="${name}" rows="3">${value}</textarea></label>`
  return html`<label>${label}<input name="${name}" value="${value}"></label>`
}

/** Renders a contact or a deal with its editable properties and associated records. */
export function recordPage(
  account: Account,
  record: HubRecord,
  pathOf: (record: Pick<HubRecord, 'type' | 'id'>) => string,
): Html {
  const own = pathOf(record)
  const noun = record.type === 'deals' ? 'deal' : 'contact'
  const properties = account.properties.list(record.type)
  const editable = properties.filter(
    ({ name, hubspotDefined }) => !hubspotDefined || EDITABLE[record.type]?.includes(name),
  )
  const others = properties.filter(
    (property) => !editable.includes(property) && account.value(record, property.name) !== null,
  )
  const linked = (type: ObjectType) =>
    account.associations
      .linked(record, type)
      .flatMap((id) => account.find(type, id) ?? [])
      .toReversed()
  const links = (title: string, type: 'contacts' | 'deals') => {
    const items = linked(type).map(
      (each) =>
        html`<li><a href="${pathOf(each)}">${nameOf(each)}</a> <span class="quiet">${each.values.get('dealstage')} ${each.values.get('amount')}</span></li>`,
    )
    return html`<section class="card"><h2>${title} (${items.length})</h2>${items.length > 0 ? html`<ul>${items}</ul>` : html`<p class="quiet">None</p>`}</section>`
  }
  const activities = (title: string, type: 'notes' | 'meetings') => {
    const items = linked(type).map((each) => {
      const value = (name: string) => each.values.get(name) ?? ''
      const details = [value('hs_meeting_outcome'), value('hs_meeting_location')].filter(Boolean).join(' · ')
      return html`<article><p><strong>${value('hs_meeting_title')}</strong> <time>${value('hs_meeting_start_time') || value('hs_timestamp')}</time> <span class="quiet">${details}</span></p>
<p class="text">${plain(value('hs_note_body') || value('hs_meeting_body'))}</p></article>`
    })
    return html`<section class="card"><h2>${title} (${items.length})</h2>${items.length > 0 ? items : html`<p class="quiet">None</p>`}</section>`
  }

  return html`<h1>${nameOf(record)}</h1><div class="columns"><div>
<form class="card" method="post" action="${own}/properties"><h2>About this ${noun}</h2>
${editable.map((property) => field(property, account.value(record, property.name) ?? ''))}<button>Save</button></form>
<section class="card"><h2>More properties</h2><dl>${others.map(({ name, label }) => html`<dt>${label}</dt><dd>${account.value(record, name)}</dd>`)}</dl></section>
<form class="card" method="post" action="${own}/merge"><h2>Merge</h2><label>Record ID of the other ${noun}<input name="other" inputmode="numeric" required></label><button class="plain">Merge</button></form>
<form class="card" method="post" action="${own}/delete"><button class="plain">Delete ${noun}</button></form>
</div><div>
${record.type === 'deals' ? links('Contacts', 'contacts') : links('Deals', 'deals')}
${activities('Meetings', 'meetings')}
${activities('Notes', 'notes')}
</div></div>`
}
