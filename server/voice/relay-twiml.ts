import { SPOKEN_LANGUAGES, type SpokenLanguage } from '../../src/contract/calls.ts'
import { RELAY_PATH } from '../notifications/channels/paths.ts'
import { escapeXml } from '../notifications/twiml.ts'

/** What the carrier needs to connect a call to the agent. */
export interface Relay {
  /** The address of the socket, from `wss://` on. */
  url: string
  /** Where the carrier reports that the relay has ended, and learns what to do then. */
  action: string
  /** What is said at once; null if the agent speaks first on the socket. */
  greeting: string | null
  language: SpokenLanguage
  /** Names that speech recognition should expect. */
  hints: readonly string[]
}

/** Returns the address of the socket, to which a ticket is added. */
export const relayAddress = (apiOrigin: string) => `${apiOrigin.replace(/^http/, 'ws')}${RELAY_PATH}`

/** Returns attributes of TwiML, without those that are null. */
export const attributes = (values: Readonly<Record<string, string | null>>) =>
  Object.entries(values)
    .flatMap(([name, value]) =>
      value === null ? [] : [` ${name}="${escapeXml(value).replace(/"/g, '&quot;')}"`],
    )
    .join('')

/**
 * Returns the instructions that connect a call to the agent. The names of attributes have the case of
 * https://www.twilio.com/docs/voice/twiml/connect/conversationrelay; in the types of Twilio's SDK, some don't.
 */
export function relayTwiml({ url, action, greeting, language, hints }: Relay): string {
  const relay = attributes({
    url,
    welcomeGreeting: greeting,
    welcomeGreetingInterruptible: greeting === null ? null : 'any',
    language,
    hints: hints.length > 0 ? hints.map((hint) => hint.replace(/,/g, ' ')).join(', ') : null,
    interruptible: 'any',
    reportInputDuringAgentSpeech: 'speech',
    ignoreBackchannel: 'true',
    dtmfDetection: 'true',
    events: 'speaker-events',
  })
  const languages = SPOKEN_LANGUAGES.map((code) => `<Language${attributes({ code })}/>`).join('')
  return `<Connect${attributes({ action, method: 'POST' })}><ConversationRelay${relay}>${languages}</ConversationRelay></Connect>`
}

/** Returns the instructions that say something and hang up. */
export const sayAndHangUp = (text: string, language: SpokenLanguage): string =>
  `${text === '' ? '' : `<Say language="${language}">${escapeXml(text)}</Say>`}<Hangup/>`
