import type { Lead } from '../../contract/leads.ts'
import { DAYS, type Profile } from '../../contract/profile.ts'
import { capitalized } from '../../domain/common/capitalized.ts'
import { conversationPath, INBOX_PATH } from '../../domain/conversations/path.ts'
import { whoOf } from '../../domain/conversations/who.ts'
import { leadLabel } from '../../domain/leads/name.ts'
import type { PaletteItem } from '../../domain/palette/results.ts'
import { type ShortcutId, screenShortcut, shortcutOf } from '../../domain/palette/shortcuts.ts'
import {
  canBeMissing,
  FIELD_ORDER,
  SETTINGS_FIELDS,
  SETTINGS_SECTIONS,
} from '../../domain/settings/fields.ts'
import type { SettingsField } from '../../domain/settings/settings.ts'
import { currentUrl, navigate } from '../../platform/page/navigation.ts'
import type { PaletteConversation } from '../../stores/conversations/found.ts'
import { openConversation } from '../../stores/conversations/open.ts'
import { enterLeadPanel } from '../../stores/leads/dialog.ts'
import { leadUrl } from '../../stores/leads/lead-url.ts'
import { searchLeads } from '../../stores/leads/list.ts'
import type { IconName } from '../../ui/icon-shapes.ts'
import { dayAnchor } from '../settings/focus.ts'
import { ACTIONS, runAction } from './actions.ts'
import { goToSetting } from './go-to-setting.ts'
import { goToScreen, shownScreens } from './screens.ts'

/** A line of the palette. */
export interface Entry extends PaletteItem {
  icon: IconName
  /** Shown next to the label or below it. */
  detail?: string | null
  /** The lead to show with its initials and status. */
  lead?: Lead
  shortcut?: ShortcutId
  run: () => void
}

/** Returns the screens. Without an organization, most of them are disabled, as in the menu. */
export function screenEntries(hasOrganization: boolean): Entry[] {
  return shownScreens().map((screen) => ({
    id: `screen:${screen.path}`,
    group: 'Screens',
    label: screen.label,
    also: [screen.also],
    icon: screen.icon,
    shortcut: screenShortcut(screen.path),
    isDisabled: !screen.withoutOrganization && !hasOrganization,
    run: () => goToScreen(screen),
  }))
}

const HOURS = 'business hours opening times'
const DAY_ROWS = DAYS.map((day) => ({
  id: dayAnchor(day),
  label: capitalized(day),
  detail: SETTINGS_FIELDS.business_hours.label,
  also: HOURS,
}))

/** The sections of the settings, their fields, and the days of the business hours, in screen order. */
const SETTING_ENTRIES: readonly Entry[] = SETTINGS_SECTIONS.flatMap(({ id, title, fields }) => {
  const section = { id: `section-${id}`, label: title, detail: 'Section', also: 'settings section' }
  // A section and its only field share a line if they have the same name.
  const own = Object.entries(fields).filter(([, { label }]) => label !== title)
  const rows = own.flatMap(([field, { label }]) => {
    const row = { id: field, label, detail: title, also: title }
    return field === 'business_hours' ? [{ ...row, also: `${title} ${HOURS}` }, ...DAY_ROWS] : [row]
  })
  return [section, ...rows].map(
    (row): Entry => ({
      id: `setting:${row.id}`,
      group: 'Settings fields',
      label: row.label,
      also: [row.also],
      detail: row.detail,
      icon: 'field',
      run: () => goToSetting(row.id),
    }),
  )
})

/** Returns the fields that the API doesn't have or the screen doesn't show. */
export function hiddenSettings(
  profile: Profile | null | undefined,
  hasConversations: boolean,
): SettingsField[] {
  return FIELD_ORDER.filter((field) => {
    const isMissing = canBeMissing(field) && profile?.[field as keyof Profile] === undefined
    const isUseless = field === 'services_spanish' && profile?.services_offered.length === 0
    return isMissing || isUseless || (!hasConversations && SETTINGS_FIELDS[field].needsConversations)
  })
}

/** Returns the IDs of hidden fields, and of sections without any other. */
function hiddenRows(hidden: readonly SettingsField[]): ReadonlySet<string> {
  const sections = SETTINGS_SECTIONS.filter(({ fields }) =>
    Object.keys(fields).every((field) => hidden.some((each) => each === field)),
  )
  return new Set([
    ...hidden.map((field) => `setting:${field}`),
    ...sections.map(({ id }) => `setting:section-${id}`),
  ])
}

/** Returns the settings, without hidden ones. */
export const settingEntries = (hasOrganization: boolean, hidden: readonly SettingsField[]): Entry[] =>
  SETTING_ENTRIES.filter(({ id }) => !hiddenRows(hidden).has(id)).map((entry) => ({
    ...entry,
    isDisabled: !hasOrganization,
  }))

function openLead(id: string): void {
  if (currentUrl().pathname === '/leads') enterLeadPanel(id)
  else void navigate(leadUrl(id))
}

export function searchAllLeads(query: string): void {
  if (currentUrl().pathname === '/leads') searchLeads(query)
  else void navigate(`/leads?${new URLSearchParams({ search: query })}`)
}

/** Returns entries for leads, which match by name, email address, phone number, and service. */
export function leadEntries(leads: readonly Lead[]): Entry[] {
  return leads.map((lead) => {
    const { name, subtitle } = leadLabel(lead)
    return {
      id: `lead:${lead.id}`,
      group: 'Leads',
      label: name,
      also: [
        lead.prospect_name,
        lead.contact_name,
        lead.prospect_email,
        lead.contact_email,
        lead.service_interest,
      ],
      phones: [lead.prospect_phone, lead.contact_phone],
      detail: [subtitle, lead.service_interest].filter(Boolean).join(' · '),
      icon: 'leads',
      lead,
      run: () => openLead(lead.id),
    }
  })
}

async function openFound(id: string): Promise<void> {
  const { pathname } = currentUrl()
  if (pathname === INBOX_PATH || pathname.startsWith(`${INBOX_PATH}/`)) openConversation(id)
  else await navigate(conversationPath(id))
}

/** Returns the conversations that the server found for a query, and those whose visitor's name matches. */
export function conversationEntries(conversations: readonly PaletteConversation[]): Entry[] {
  return conversations.map(({ conversation, query }) => ({
    id: `conversation:${conversation.id}`,
    group: 'Conversations',
    label: whoOf(conversation),
    // Lets the entry match words that aren't in the last message.
    also: [query],
    detail: conversation.last_excerpt,
    icon: 'conversations',
    run: () => void openFound(conversation.id),
  }))
}

/** Shortcuts that require notifications, which an API without conversations doesn't support either. */
const OF_NOTIFICATIONS: readonly ShortcutId[] = ['notifications', 'test-notification']

/** Returns the actions. Includes lead actions while a lead is open; `lead` is its name. */
export function actionEntries(
  hasOrganization: boolean,
  hasConversations: boolean,
  lead: string | null,
): Entry[] {
  return (Object.keys(ACTIONS) as ShortcutId[]).flatMap((id): Entry[] => {
    const action = ACTIONS[id]
    const isOnLead = id === 'status'
    if (!action || action.isOffered?.() === false || (isOnLead && lead === null)) return []
    if (!hasConversations && OF_NOTIFICATIONS.includes(id)) return []
    return [
      {
        id: `action:${id}`,
        group: 'Actions',
        label: shortcutOf(id).label,
        detail: isOnLead ? lead : null,
        also: [action.also],
        icon: action.icon,
        shortcut: id,
        isDisabled: action.needsOrganization === true && !hasOrganization,
        run: () => runAction(id),
      },
    ]
  })
}
