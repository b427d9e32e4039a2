import { createServer, type ServerResponse } from 'node:http'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { openSms } from '../../../../server/notifications/channels/sms.ts'
import { Undeliverable } from '../../../../server/notifications/senders.ts'
import { postedServer } from '../../../support/post.ts'

const TO = '+16145550134'
const server = await postedServer({ seed: 'none' })
const { post } = server

beforeEach(() => post.clear())

const failure = async (to = TO) =>
  server.senders.sms?.send({ to, text: 'Your call is at 9:00 AM.' }).then(
    () => null,
    (error: Error) => error,
  )

it('arrives, with the id that reports carry', async () => {
  const text = 'Your call with Müller & Söhne is at 9:00 AM. ✓'
  const accepted = await server.senders.sms?.send({ to: TO, text })
  expect(post.texts.texts.list()).toMatchObject([{ phone: TO, text, sid: accepted?.providerId }])
})

it.each([
  ['21211', `${TO} is not a phone number.`, { isGone: true, hasStopped: false }],
  ['21610', `${TO} has unsubscribed by sending STOP.`, { isGone: false, hasStopped: true }],
  ['21614', `${TO} is not a mobile number.`, { isGone: true, hasStopped: false, isLandline: true }],
  [
    '21408',
    `${TO} is in a country to which this server may not send text messages.`,
    { isGone: false, hasStopped: false },
  ],
] as const)('fails for good with code %s', async (fault, message, state) => {
  await post.texts.faults.tell({ fault })
  const error = await failure()
  expect(error).toBeInstanceOf(Undeliverable)
  expect(error).toMatchObject({ message, ...state })
})

it.each([
  ['429', 'Twilio asks to try again later.'],
  ['500', 'Twilio returned HTTP 500.'],
] as const)('fails for now with HTTP %s', async (fault, message) => {
  await post.texts.faults.tell({ fault, times: 1 })
  const error = await failure()
  expect(error).not.toBeInstanceOf(Undeliverable)
  expect(error?.message).toBe(message)
  expect(await failure()).toBeNull()
})

it('fails for now if the account is refused or nothing answers', async () => {
  const { sms: config } = server.deps.config
  if (!config) throw new Error('The post office is not set up')
  const wrong = openSms({ ...config, authToken: 'wrong' }, server.origin)
  const refused = await wrong.send({ to: TO, text: 'x' }).catch((error: Error) => error)
  expect(refused).not.toBeInstanceOf(Undeliverable)
  expect(refused).toMatchObject({ message: 'Twilio rejects TWILIO_ACCOUNT_SID or TWILIO_AUTH_TOKEN.' })
  const nobody = openSms({ ...config, apiUrl: 'http://127.0.0.1:9' }, server.origin)
  const alone = await nobody.send({ to: TO, text: 'x' }).catch((error: Error) => error)
  expect(alone).not.toBeInstanceOf(Undeliverable)
  expect(alone).toMatchObject({ message: 'Twilio cannot be reached.' })
})

/** Sends a text to a service that answers in this way. */
async function failureAt(answer: (response: ServerResponse) => void): Promise<Error | null> {
  const { sms: config } = server.deps.config
  if (!config) throw new Error('The post office is not set up')
  const service = createServer((request, response) => {
    request.resume()
    answer(response.writeHead(201, { 'Content-Type': 'application/json' }))
  })
  const apiUrl = await new Promise<string>((listening) =>
    service.listen(0, '127.0.0.1', () => {
      const address = service.address()
      listening(`http://127.0.0.1:${typeof address === 'object' && address?.port}`)
    }),
  )
  onTestFinished(() => void service.close())
  const sms = openSms({ ...config, apiUrl }, server.origin, { answerMs: 500 })
  return sms.send({ to: TO, text: 'x' }).then(
    () => null,
    (error: Error) => error,
  )
}

it('fails for now if the answer comes slowly, is endless, or does not name the text', async () => {
  const slow = await failureAt((response) => {
    const sending = setInterval(() => response.write(' '), 50)
    response.on('close', () => clearInterval(sending))
  })
  expect(slow?.message).toBe('Twilio cannot be reached.')
  const endless = await failureAt((response) => {
    const send = () => {
      while (!response.closed && response.write(Buffer.alloc(100_000, ' ')));
    }
    response.on('drain', send)
    send()
  })
  expect(endless?.message).toBe('Twilio cannot be reached.')
  const nameless = await failureAt((response) => response.end('{}'))
  expect(nameless?.message).toBe('Twilio sent an invalid response.')
})
