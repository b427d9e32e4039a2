import { afterAll } from 'vitest'
import { DEMO_OWNER_EMAIL } from '../../dev/demo/organizations.ts'
import type { TextOnPhone } from '../../dev/post/phones.ts'
import { createAlerts } from '../../server/alerts/alerts.ts'
import { openQueue } from '../../server/db/queue.ts'
import { createNotifier } from '../../server/notifications/notifier.ts'
import { createTexting } from '../../server/texting/texting.ts'
import type { VoiceTimes } from '../../server/voice/line.ts'
import { type PostedServer, postedServer } from './post.ts'

export interface TextingServer extends PostedServer {
  /** Sends a text from a phone, with fields of Twilio's webhook. Returns the status of the response. */
  text(phone: string, text: string, more?: Record<string, string>): Promise<number>
  /** Starts to answer texts, if the server was started with `isHeld`. */
  begin(): Promise<void>
  /** Calls the API as the demo owner. */
  call(path: string, init?: RequestInit): Promise<Response>
  /** Returns the texts to a phone, oldest first. */
  received(phone: string): string[]
}

/**
 * Starts the real application with its jobs and the carrier's stand-in. With `isHeld`, texts wait until `begin`; with
 * `quietSeconds`, for the next one. With `isTelnyx`, the number is at Telnyx.
 */
export async function textingServer({
  isHeld = false,
  isTelnyx = false,
  quietSeconds = 0,
  voiceTimes = {} as Partial<VoiceTimes>,
} = {}): Promise<TextingServer> {
  const server = await postedServer({ isTelnyx, voiceTimes })
  const { deps, post } = server
  const queue = await openQueue(server.jobs, deps.log)
  const notifier = await createNotifier(deps, queue)
  deps.notifier = notifier
  const texting = await createTexting(deps, queue, { quietSeconds })
  deps.texting = texting
  const alerts = await createAlerts(deps, queue)
  deps.alerts = alerts
  if (!isHeld) await texting.start()
  await alerts.start()
  const stopLooking = await notifier.start()
  afterAll(async () => {
    await stopLooking()
    await queue.stop()
  })
  const isTo = (phone: string) => (each: TextOnPhone) => each.phone === phone && !each.isReply
  return {
    ...server,
    begin: () => texting.start(),
    async call(path, init = {}) {
      const headers = {
        Authorization: `Bearer ${await server.tokenFor(DEMO_OWNER_EMAIL)}`,
        'Content-Type': 'application/json',
      }
      return fetch(`${server.origin}${path}`, { ...init, headers })
    },
    text: (phone, text, more = {}) => post.texts.reply(phone, text, more),
    received: (phone) =>
      post.texts.texts
        .list()
        .filter(isTo(phone))
        .map(({ text }) => text)
        .toReversed(),
  }
}
