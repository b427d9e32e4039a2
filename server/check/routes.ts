import { createHash } from 'node:crypto'
import { EVENING_CHAT, getCheckPlan, playCheckChat } from '../../src/contract/agent-check.ts'
import { instantsOn, wallClock } from '../../src/domain/time/calendar-day.ts'
import { knownZone } from '../../src/domain/time/format-by-zone.ts'
import { freeTimes } from '../calendars/bookings.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { createLimiter, spend } from '../http/rate-limit.ts'
import { businessOf } from '../profiles/business.ts'
import { eveningChat, typicalChats } from './chats.ts'
import { playChat } from './play.ts'

/** The chats that an organization can have played: a check has 25, and each makes the model write several answers. */
export const CHECK_CHATS = { points: 150, duration: 3_600 }

const EVENING_MINUTES = 21 * 60

/** Returns 9 PM on the day of `now` in a time zone. */
const eveningOf = (now: Date, timezone: string) =>
  new Date(instantsOn(wallClock(now, timezone).day, [EVENING_MINUTES], timezone)[0] ?? now)

/** Mounts the endpoints that check the agent with typical chats (server/check). */
export function mountAgentCheck(api: Api): void {
  const { db, clock, model = null } = api.deps

  mount(api, getCheckPlan, async ({ organizationId }) => {
    const business = await businessOf(db, organizationId, clock())
    // The dates of holidays change over time, not with the settings.
    const settings = {
      ...business,
      holidays: null,
      closures: business.closures.filter(({ holiday }) => !holiday),
    }
    return {
      settings: createHash('sha256').update(JSON.stringify(settings)).digest('base64url'),
      chats: typicalChats(business).map(({ id, title }) => ({ id, title })),
    }
  })

  const chats = createLimiter(api.deps, 'check_chats', CHECK_CHATS)
  mount(api, playCheckChat, async ({ organizationId, params }) => {
    await spend(chats, organizationId, 'Too many checks within an hour. Please try again later')
    const today = clock()
    const business = await businessOf(db, organizationId, today)
    const isEvening = params.chatId === EVENING_CHAT
    const now = isEvening ? eveningOf(today, knownZone(business.timezone)) : today
    const chat = isEvening
      ? eveningChat(business)
      : typicalChats(business).find(({ id }) => id === params.chatId)
    if (!chat) throw new HttpError(404, 'The check has no such chat')
    const times = await freeTimes(db, organizationId, now)
    const played = await playChat(model, { business, now, ...times }, chat)
    return {
      id: chat.id,
      expectations: chat.expectations.map(({ text, isMet }) => ({ text, is_met: isMet(played) })),
      messages: [...played.messages],
    }
  })
}
