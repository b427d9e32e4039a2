import { afterAll } from 'vitest'
import { serveLocally } from '../../dev/lib/serve.ts'
import { openPost, type Post, withPost } from '../../dev/post/post.ts'
import { LOCAL_TELNYX, TELNYX_BASE } from '../../dev/post/telnyx.ts'
import { localStandIns } from '../../dev/stand-ins.ts'
import { createApp } from '../../server/app/app.ts'
import { readConfig } from '../../server/app/config.ts'
import type { StandIns } from '../../server/app/stand-ins.ts'
import { openSenders } from '../../server/notifications/channels/open.ts'
import type { Senders } from '../../server/notifications/senders.ts'
import { freePorts } from './program.ts'
import { startTestServer, type TestServer } from './server.ts'

type PostedOptions = NonNullable<Parameters<typeof startTestServer>[0]> &
  Pick<StandIns, 'voiceTimes'> & { isTelnyx?: boolean }

export interface PostedServer extends TestServer {
  post: Post
  senders: Senders
  /** The origin of the API, which accepts connections. */
  origin: string
}

/**
 * Starts the real application on a free port for all tests in a file, with the post office and its channels. With
 * `isTelnyx`, its number is at Telnyx.
 */
export async function postedServer({
  isTelnyx = false,
  voiceTimes,
  ...options
}: PostedOptions = {}): Promise<PostedServer> {
  const [port = 0] = await freePorts(1)
  const base = readConfig({ FIELDHAND_TEST: '1', TRUST_PROXY: '1', API_PORT: String(port) })
  const post = await openPost(base, { clock: () => server.clock.now() })
  const telnyx = isTelnyx ? { ...LOCAL_TELNYX, apiUrl: `${base.origins.api}${TELNYX_BASE}` } : null
  const { origins, mail, sms, telnyxApiUrl } = withPost({ ...base, telnyx }, post)
  const server = await startTestServer({
    ...options,
    config: { origins, mail, sms, telnyx, telnyxApiUrl, ...options.config },
  })
  const senders = await openSenders(server.deps)
  const deps = { ...server.deps, senders }
  const standIns = { ...localStandIns(deps, post), ...(voiceTimes && { voiceTimes }) }
  const app = createApp(deps, standIns)
  const http = await serveLocally(app.api, port)
  afterAll(async () => {
    await post.texts.reported()
    await http.close()
    await senders.close()
    await post.close()
    await server.close()
  })
  return { ...server, app, deps, standIns, post, senders, origin: origins.api }
}
