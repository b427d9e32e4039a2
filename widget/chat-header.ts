import type { ChatUpdate, WidgetConfig } from '../src/contract/widget.ts'
import { isOpen } from '../src/domain/settings/business-hours.ts'
import { chatStatus, openingText } from '../src/domain/settings/next-opening.ts'
import { byId, initials } from './chat-dom.ts'

/** Who is answering, and what they have read, as shown to the visitor. */
export type Standing = Pick<ChatUpdate, 'status' | 'person_name' | 'seen_position'>

const ANSWERS = {
  en: (person: string) => `${person} is answering`,
  es: (person: string) => `Responde ${person}`,
}
const MESSAGES_ONLY = { en: 'Leave a message', es: 'Deje un mensaje' }
const TEAM = { en: 'Our team', es: 'nuestro equipo' }

/** Controls the header of the chat, which shows who is answering and when the business opens. */
export function chatHeader() {
  const main = byId('chat', HTMLElement)
  const status = byId('status', HTMLElement)
  const away = byId('offline-message', HTMLElement)
  let settings: WidgetConfig | null = null
  /** The person who answers; '' without a name. */
  let person: string | null = null
  let language: 'en' | 'es' = 'en'

  /** Updates the header. Call it regularly, because the opening hours depend on the time. */
  function draw() {
    if (!settings) return
    const { business_hours: hours, timezone, closures, agent_name, offline_message } = settings
    const openings = { hours, timezone, closures }
    const now = new Date()
    const open = isOpen(openings, now) && !settings.is_paused
    let text: string
    if (person !== null) text = ANSWERS[language](person || TEAM[language])
    else if (settings.is_paused) text = MESSAGES_ONLY[language]
    else text = chatStatus(settings, open ? null : openingText(openings, now, language), language)
    // The status is a live region, so every assignment would be announced.
    if (status.textContent !== text) status.textContent = text
    status.lang = language
    byId('avatar', HTMLElement).textContent = initials(
      person === null ? agent_name : person || TEAM[language],
    )
    main.classList.toggle('closed', !open && person === null)
    away.textContent = offline_message ?? ''
    // The greeting says what a pause means.
    away.hidden = open || settings.is_paused || person !== null || !offline_message?.trim()
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
      person = who === 'person' ? (person_name ?? '') : null
      draw()
    },
    /** Shows the status in the language of the agent. An API without languages speaks English. */
    speak(next: string | undefined) {
      language = next === 'es' ? 'es' : 'en'
      draw()
    },
    /** Shows nobody, because there is no chat. */
    end() {
      settings = null
      status.textContent = ''
    },
  }
}
