import { counted } from '../../domain/common/counted.ts'
import { STATUS_OPTIONS } from '../../domain/leads/status.ts'
import type { ShortcutId } from '../../domain/palette/shortcuts.ts'
import { EMBED_CODE_COPIED, embedSnippet } from '../../domain/settings/embed-snippet.ts'
import { NEW_FAQ } from '../../domain/settings/links.ts'
import { currentUrl, navigate } from '../../platform/page/navigation.ts'
import { $isAdmin } from '../../stores/base/session/session.ts'
import { exportLeads, loadAllLeads } from '../../stores/leads/files.ts'
import { openLeadForm } from '../../stores/leads/form.ts'
import { showLeadPanel } from '../../stores/leads/panels.ts'
import { $hasNoNotifications } from '../../stores/notifications/known.ts'
import { runCommand } from '../../stores/palette/commands.ts'
import { showPalette } from '../../stores/palette/palette.ts'
import { loadProfile } from '../../stores/settings/profile.ts'
import { toggleChat } from '../../stores/shell/shell.ts'
import { chooseTheme } from '../../stores/shell/theme.ts'
import type { IconName } from '../../ui/icon-shapes.ts'
import { toasts } from '../../ui/toasts.ts'
import { INVITE_URL } from '../organization/invite.ts'
import { NOTIFICATION_TEST, NOTIFICATIONS } from '../settings/focus.ts'
import { goToSetting } from './go-to-setting.ts'
import { lacksOrganization } from './screens.ts'

interface Action {
  icon: IconName
  needsOrganization?: true
  /** Returns whether the console currently offers the action. If omitted, it always does. */
  isOffered?: () => boolean
  /** Other words for it. */
  also?: string
  run: () => unknown
}

/** Returns the equivalent button in the shell. */
const inShell = (selector: string) => document.querySelector<HTMLElement>(`[data-shell] ${selector}`)
const SWITCHER = '[data-switcher]:not([hidden]) button:not([hidden])'

async function goToLeads(): Promise<void> {
  if (!currentUrl().pathname.startsWith('/leads')) await navigate('/leads')
}

async function exportCsv(): Promise<void> {
  try {
    await loadAllLeads()
    const count = exportLeads()
    toasts.success(`${counted(count, 'lead')} exported`)
  } catch {
    toasts.error('Failed to export leads')
  }
}

async function copyEmbedCode(): Promise<void> {
  try {
    const widgetUrl = document.querySelector<HTMLElement>('[data-widget-url]')?.dataset.widgetUrl ?? ''
    const { profile, organizationId } = await loadProfile()
    await navigator.clipboard.writeText(embedSnippet({ widgetUrl, profile, organizationId }))
    toasts.success(EMBED_CODE_COPIED)
  } catch {
    toasts.error('The embed code could not be copied. It is in Settings, under Installation.')
  }
}

const APPEARANCE = 'appearance mode'
const hasNotifications = () => !$hasNoNotifications.get()

export const ACTIONS: Partial<Record<ShortcutId, Action>> = {
  'add-lead': {
    icon: 'add',
    needsOrganization: true,
    run: async () => {
      await goToLeads()
      openLeadForm(null)
    },
  },
  'call-now': {
    icon: 'call',
    needsOrganization: true,
    run: async () => {
      await goToLeads()
      showLeadPanel('call-queue')
    },
  },
  'add-faq': { icon: 'add', needsOrganization: true, run: () => goToSetting(NEW_FAQ) },
  'change-hours': { icon: 'field', needsOrganization: true, run: () => goToSetting('business_hours') },
  notifications: {
    icon: 'field',
    also: 'alerts, quiet hours, daily summary, reminders, push',
    needsOrganization: true,
    isOffered: hasNotifications,
    run: () => goToSetting(NOTIFICATIONS),
  },
  'test-notification': {
    icon: 'field',
    needsOrganization: true,
    isOffered: hasNotifications,
    run: () => goToSetting(NOTIFICATION_TEST),
  },
  invite: {
    icon: 'leads',
    needsOrganization: true,
    isOffered: () => $isAdmin.get(),
    run: () => navigate(INVITE_URL),
  },
  'import-leads': {
    icon: 'up',
    needsOrganization: true,
    run: async () => {
      await goToLeads()
      showLeadPanel('import')
    },
  },
  'export-leads': { icon: 'download', needsOrganization: true, run: exportCsv },
  'preview-widget': { icon: 'play', needsOrganization: true, run: () => navigate('/playground') },
  'copy-embed-code': { icon: 'copy', needsOrganization: true, run: copyEmbedCode },
  'switch-organization': {
    icon: 'building',
    isOffered: () => inShell(SWITCHER) !== null,
    run: () => inShell(SWITCHER)?.click(),
  },
  help: { icon: 'help', isOffered: () => inShell('[data-chat]') !== null, run: toggleChat },
  'theme-light': { icon: 'theme', also: APPEARANCE, run: () => chooseTheme('light') },
  'theme-dark': { icon: 'theme', also: APPEARANCE, run: () => chooseTheme('dark') },
  'theme-system': { icon: 'theme', also: APPEARANCE, run: () => chooseTheme('system') },
  keys: { icon: 'key', run: () => showPalette('keys') },
  logout: { icon: 'logout', run: () => inShell('[data-logout]')?.click() },
  status: {
    icon: 'tag',
    also: STATUS_OPTIONS.map(({ label }) => `mark as ${label}`).join(', '),
    needsOrganization: true,
    run: () => runCommand('status'),
  },
}

/** Runs an action, unless the console doesn't offer it, or it needs an organization and none is selected. */
export function runAction(id: ShortcutId): void {
  const action = ACTIONS[id]
  if (!action || action.isOffered?.() === false || (action.needsOrganization && lacksOrganization())) return
  void action.run()
}
