import { type CalcomServer, LOCAL_ACCOUNTS, startCalcom } from '../../dev/calcom/calcom.ts'
import { serveLocally } from '../../dev/lib/serve.ts'
import { readConfig } from '../../server/app/config.ts'
import { calcomAt } from '../../server/calcom/config.ts'
import { connectCalcom } from '../../src/contract/calendar-services.ts'
import type { ChatSession, ChatUpdate } from '../../src/contract/widget.ts'
import { type Answer, call } from './api.ts'
import { pushAllCalls } from './calls.ts'
import { freePorts } from './program.ts'
import { startTestServer, type TestServer } from './server.ts'
import { beginChat, sayInChat } from './visitor.ts'

export const KEY = LOCAL_ACCOUNTS[0]?.key ?? ''
/** The event type for estimate calls, which take 30 minutes. */
export const CALL_TYPE = '101'

export interface CalcomTestServer extends TestServer {
  calcom: CalcomServer
  connect(organizationId: string): Promise<Answer>
  /** Chats with the agent until it offers times. */
  untilOffer(organizationId: string): Promise<{ session: ChatSession; offer: ChatUpdate }>
  say(session: ChatSession, content: string): Promise<ChatUpdate>
  /** Synchronizes calls with Cal.com `ms` later. */
  sweep(ms?: number): Promise<void>
}

/** Starts the real application on a free port, with a stand-in for Cal.com on another. */
export async function startCalcomServer(
  options: Parameters<typeof startTestServer>[0] = {},
): Promise<CalcomTestServer> {
  const [port = 0] = await freePorts(1)
  const { origins } = readConfig({ API_PORT: String(port) })
  const clock = { now: () => new Date() }
  const calcom = await startCalcom({ clock: () => clock.now() })
  const server = await startTestServer({
    ...options,
    config: { origins, calcom: calcomAt(`${calcom.url}/v2`), ...options.config },
  })
  clock.now = server.clock.now
  const http = await serveLocally(server.app.api, port)
  const say = async (session: ChatSession, content: string) => {
    const update = await sayInChat(server, session, content)
    await calcom.webhooks.settled()
    return update
  }
  return {
    ...server,
    calcom,
    connect: (orgId) =>
      call(server, connectCalcom, { params: { orgId }, body: { key: KEY, choice: CALL_TYPE } }),
    async untilOffer(organizationId) {
      const session = await beginChat(server, organizationId)
      for (const message of ['Lawn mowing', 'Jane Doe', '614-555-0188']) await say(session, message)
      return { session, offer: await say(session, '12 Elm Street, Columbus') }
    },
    say,
    async sweep(ms = 0) {
      server.clock.advance(ms)
      await pushAllCalls(server.deps)
      await calcom.webhooks.settled()
    },
    async close() {
      await calcom.webhooks.settled()
      await http.close()
      await calcom.close()
      await server.close()
    },
  }
}
