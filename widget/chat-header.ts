import type { ChatUpdate, WidgetConfig } from '../src/contract/widget.ts'
import { isOpen } from '../src/domain/settings/business-hours.ts'
import { chatStatus, openingText } from '../src/domain/settings/next-opening.ts'
import { byId, initials } from './chat-dom.ts'

/** Who is answering, and what they have read, as shown to the visitor. */
export type Standing = Pick<ChatUpdate, 'status' | 'person_name' | 'seen_position'>

/** Controls the header of the chat, which shows who is answering and when the business opens. */
export function chatHeader() {
  const main = byId('chat', HTMLElement)
  const status = byId('status', HTMLElement)
  const away = byId('offline-message', HTMLElement)
  let settings: WidgetConfig | null = null
  let person: string | null = null

  /** Updates the header. Call it regularly, because the opening hours depend on the time. */
  function draw() {
    if (!settings) return
    const { business_hours: hours, timezone, closures, agent_name, offline_message } = settings
    const openings = { hours, timezone, closures }
    const now = new Date()
    const open = isOpen(openings, now)
    const standing = chatStatus(settings, open ? null : openingText(openings, now))
    const text = person === null ? standing : `${person} is answering`
    // The status is a live region, so every assignment would be announced.
    if (status.textContent !== text) status.textContent = text
    byId('avatar', HTMLElement).textContent = initials(person ?? agent_name)
    main.classList.toggle('closed', !open && person === null)
    away.textContent = offline_message ?? ''
    away.hidden = open || person !== null || !offline_message?.trim()
  }

  return {
    draw,
    /** Applies the owner's settings. */
    configure(config: WidgetConfig) {
      settings = config
      byId('heading', HTMLElement).textContent = config.welcome_heading?.trim() || config.business_name
      byId('tagline', HTMLElement).textContent = config.welcome_tagline ?? ''
      byId('branding', HTMLElement).hidden = !config.show_branding
      draw()
    },
    /** Shows the person who is answering, or the agent. */
    answering({ status: who, person_name }: Pick<Standing, 'status' | 'person_name'>) {
      person = who === 'person' ? (person_name ?? 'Our team') : null
      draw()
    },
  }
}
