import * as v from 'valibot'
import {
  INBOX_LIMIT,
  Inbox,
  InboxThread,
  listConversations,
  readInboxConversation,
  WAITING,
} from '../../src/contract/conversations.ts'
import { pathOf } from '../../src/contract/endpoint.ts'
import { getInsights, INSIGHT_PERIODS, Insights, MOST_INSIGHT_DAYS } from '../../src/contract/insights.ts'
import { LEAD_STATUSES, LeadChanges, listLeads } from '../../src/contract/leads.ts'
import type { Scope } from '../../src/contract/scopes.ts'
import { listTasks, Task } from '../../src/contract/tasks.ts'
import { inOrderOfNeed, needsPerson } from '../../src/domain/conversations/state.ts'
import { type TodayItem, todayItems } from '../../src/domain/dashboard/today.ts'
import { isBooked } from '../../src/domain/leads/bookings.ts'
import { leadLabel, shownPhone } from '../../src/domain/leads/name.ts'
import { isVisitors } from '../../src/domain/leads/tests.ts'
import { wallClock } from '../../src/domain/time/calendar-day.ts'
import { type Api, CallError } from './api.ts'
import { leadReader } from './leads.ts'
import {
  firstOf,
  fitting,
  presentBooking,
  presentConversation,
  presentLead,
  presentMessage,
} from './present.ts'

/** A question that assistants can ask. Its answer is JSON. */
export interface Tool<Input extends v.GenericSchema = v.GenericSchema> {
  name: string
  title: string
  description: string
  input: Input
  answer(input: v.InferOutput<Input>, session: Session): Promise<object>
}

/** What the tools share: the API, its leads, and the time. */
export interface Session {
  api: Api
  allLeads: ReturnType<typeof leadReader>
  now: () => Date
  timeZone: string
}

/** Starts a session in the time zone of this computer. */
export function openSession(api: Api): Session {
  return {
    api,
    allLeads: leadReader(api),
    now: () => new Date(),
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

/** The number of entries of a list, unless the assistant asks for more or fewer. */
const USUAL = 25
const MOST = 100

const limit = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST), v.description('The number of entries')),
  USUAL,
)
const day = (description: string) =>
  v.optional(v.pipe(v.string(), v.isoDate('Expected a date as YYYY-MM-DD'), v.description(description)))
const flag = (description: string) => v.optional(v.pipe(v.boolean(), v.description(description)), false)
/** The API's notation of a filter that is either set or not sent. */
const only = (isSet: boolean) => (isSet ? 'true' : undefined)

function tool<Input extends v.GenericSchema>(description: Tool<Input>): Tool<Input> {
  return description
}

const today = tool({
  name: 'today',
  title: 'Whom to call today',
  description:
    'What to do today, most important first: the visitors who wait for a person, the leads to call (urgent first, then ' +
    'longest waiting), the appointments of today and tomorrow, and the tasks that are due. Use it for questions such as ' +
    '"Who should I call today?"',
  input: v.object({ limit }),
  async answer({ limit: most }, { api, allLeads, now, timeZone }) {
    const { orgId } = api
    const [leads, tasks, waiting] = await Promise.all([
      allLeads(),
      ifAllowed(api.get(pathOf(listTasks, { orgId }), {}, v.array(Task))),
      ifAllowed(api.get(pathOf(listConversations, { orgId }), WAITING, Inbox)),
    ])
    const needing = waiting && inOrderOfNeed(waiting.conversations.filter(needsPerson))
    const items = todayItems({ needing: needing ?? [], leads, tasks: tasks ?? [] }, now(), timeZone)
    const toCall = items.flatMap((item) => (item.kind === 'calls' ? item.leads : []))
    const visits = items.flatMap((item) => (item.kind === 'visit' ? item.lead : []))
    const due = items.filter((item) => item.kind === 'task')
    return {
      waiting_for_a_person:
        needing === null ? without('conversations:read') : firstOf(needing, most, presentConversation),
      leads_to_call: firstOf(toCall, most, presentLead),
      appointments: firstOf(visits, most, presentBooking),
      tasks: tasks === null ? without('tasks:read') : firstOf(due, most, presentTask),
    }
  },
})

const without = (scope: Scope) => `Unknown, because this API key lacks the scope ${scope}`

/** Returns what is read, or null if the key may not read it. */
async function ifAllowed<Reply>(reading: Promise<Reply>): Promise<Reply | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof CallError && error.status === 403) return null
    throw error
  }
}

const presentTask = ({ task, lead, isOverdue }: Extract<TodayItem, { kind: 'task' }>): object => ({
  text: task.text,
  due_at: task.due_at,
  is_overdue: isOverdue,
  lead_id: task.lead_id,
  ...(lead && { name: leadLabel(lead).name, phone: shownPhone(lead) }),
})

const leads = tool({
  name: 'list_leads',
  title: 'Leads',
  description:
    'The leads that match, newest first, with what they want and how to reach them. `total` counts all that match; ' +
    'to read others than the first, ask for other days. ' +
    'Never suggest contacting a lead with do_not_contact.',
  input: v.object({
    search: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(200),
        v.description('A part of a name, phone number, email or postal address, service, or note'),
      ),
    ),
    status: v.optional(v.pipe(v.picklist(LEAD_STATUSES), v.description('Converted leads are booked or won'))),
    from: day('The first day on which the leads came in, as YYYY-MM-DD'),
    to: day('The last day on which the leads came in, as YYYY-MM-DD'),
    limit,
  }),
  async answer({ search, status, from, to, limit: most }, { api, timeZone }) {
    const query = { search, status, date_from: from, date_to: to, timezone: timeZone, limit: String(most) }
    const found = await api.get(pathOf(listLeads, api), query, LeadChanges)
    return { total: found.total, leads: fitting(found.leads.map(presentLead)) }
  },
})

const bookings = tool({
  name: 'list_bookings',
  title: 'Appointments',
  description:
    'The booked estimate calls and visits from a day, by default today, to a day, by default without an end, earliest ' +
    'first. Canceled ones are left out. `total` counts all of them.',
  input: v.object({
    from: day('The first day, as YYYY-MM-DD'),
    to: day('The last day, as YYYY-MM-DD'),
    limit,
  }),
  async answer({ from, to, limit: most }, { allLeads, now, timeZone }) {
    const first = from ?? wallClock(now(), timeZone).day
    const booked = (await allLeads())
      .filter((lead) => isVisitors(lead) && isBooked(lead))
      .map((lead) => ({ lead, start: new Date(lead.booking_start_time ?? '') }))
      .filter(({ start }) => !Number.isNaN(start.getTime()))
      .filter(({ start }) => {
        const on = wallClock(start, timeZone).day
        return on >= first && (to === undefined || on <= to)
      })
      .toSorted((a, b) => a.start.getTime() - b.start.getTime())
    const { total, first: bookings } = firstOf(booked, most, ({ lead }) => presentBooking(lead))
    return { total, bookings }
  },
})

const conversations = tool({
  name: 'list_conversations',
  title: 'Conversations',
  description:
    'Conversations of visitors with the agent or the team, latest message first. For more, pass `cursor` of the answer.',
  input: v.object({
    search: v.optional(
      v.pipe(v.string(), v.maxLength(200), v.description('Words that the messages contain')),
    ),
    needs_person: flag('Only those that wait for a person'),
    unread: flag('Only those with messages that no member has read'),
    cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
    limit: v.optional(limit.wrapped, INBOX_LIMIT.usual),
  }),
  async answer({ search, needs_person, unread, cursor, limit: most }, { api }) {
    const query = {
      q: search,
      needs_person: only(needs_person),
      unread: only(unread),
      cursor,
      limit: String(most),
    }
    const inbox = await api.get(pathOf(listConversations, api), query, Inbox)
    return { conversations: inbox.conversations.map(presentConversation), cursor: inbox.cursor }
  },
})

const conversation = tool({
  name: 'read_conversation',
  title: 'Messages of a conversation',
  description:
    'A conversation with its latest messages and internal notes, oldest first. `total` counts all of them. Reading it ' +
    'marks nothing as read.',
  input: v.object({
    id: v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(200),
      v.description('The conversation_id of a lead, or an id'),
    ),
    skip: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(0),
        v.description('How many of the latest messages to leave out, to read earlier ones'),
      ),
      0,
    ),
  }),
  async answer({ id, skip }, { api }) {
    const path = pathOf(readInboxConversation, { ...api, conversationId: id })
    const { conversation, messages } = await api.get(path, {}, InboxThread)
    const newestFirst = messages.toReversed().slice(skip)
    return {
      conversation: presentConversation(conversation),
      total: messages.length,
      messages: fitting(newestFirst.map(presentMessage)).toReversed(),
    }
  },
})

const insights = tool({
  name: 'get_insights',
  title: 'Insights',
  description:
    'Leads and bookings by day, how fast the team responds, the share of visitors who become leads and customers, and ' +
    'where leads come from, in a period and in the equally long one before it (`previous`).',
  input: v.object({
    days: v.optional(
      v.pipe(v.picklist(INSIGHT_PERIODS), v.description('The last days, if from and to are not given')),
      30,
    ),
    from: day(`The first day, as YYYY-MM-DD; at most ${MOST_INSIGHT_DAYS} days with the last one`),
    to: day('The last day, as YYYY-MM-DD'),
  }),
  async answer({ days, from, to }, { api, timeZone }) {
    const query = { days: String(days), from, to, timezone: timeZone }
    return api.get(pathOf(getInsights, api), query, Insights)
  },
})

export const TOOLS: readonly Tool[] = [today, leads, bookings, conversations, conversation, insights]
