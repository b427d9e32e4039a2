import { expect, it } from 'vitest'
import { relayTwiml, sayAndHangUp } from '../../../server/voice/relay-twiml.ts'

const relay = {
  url: 'wss://api.example.com/api/v1/voice/relay/abc',
  action: 'https://api.example.com/api/v1/voice/ended',
  language: 'en-US',
} as const

it('writes the attributes as the documentation does, and escapes them', () => {
  const twiml = relayTwiml({ ...relay, greeting: 'Hi, "A & B" <here>.', hints: ['A, B', "Joe's"] })
  expect(twiml).toBe(
    '<Connect action="https://api.example.com/api/v1/voice/ended" method="POST">' +
      '<ConversationRelay url="wss://api.example.com/api/v1/voice/relay/abc"' +
      ' welcomeGreeting="Hi, &quot;A &amp; B&quot; &lt;here&gt;." welcomeGreetingInterruptible="any"' +
      ' language="en-US" hints="A  B, Joe\'s" interruptible="any" reportInputDuringAgentSpeech="speech"' +
      ' ignoreBackchannel="true" dtmfDetection="true" events="speaker-events">' +
      '<Language code="en-US"/><Language code="es-US"/></ConversationRelay></Connect>',
  )
})

it('leaves out what it does not have', () => {
  const twiml = relayTwiml({ ...relay, greeting: null, hints: [] })
  expect(twiml).not.toMatch(/welcomeGreeting|hints/)
})

it('says something before it hangs up', () => {
  expect(sayAndHangUp('A & B', 'es-US')).toBe('<Say language="es-US">A &amp; B</Say><Hangup/>')
  expect(sayAndHangUp('', 'en-US')).toBe('<Hangup/>')
})
