import { afterAll } from 'vitest'
import { serveLocally } from '../../dev/lib/serve.ts'
import { openPost, type Post, withPost } from '../../dev/post/post.ts'
import { localStandIns } from '../../dev/stand-ins.ts'
import { createApp } from '../../server/app/app.ts'
import { readConfig } from '../../server/app/config.ts'
import { openSenders } from '../../server/notifications/channels/open.ts'
import type { Senders } from '../../server/notifications/senders.ts'
import { freePorts } from './program.ts'
import { startTestServer, type TestServer } from './server.ts'

export interface PostedServer extends TestServer {
  post: Post
  senders: Senders
  /** The origin of the API, which accepts connections. */
  origin: string
}

/** Starts the real application on a free port for all tests in a file, with the post office and its channels. */
export async function postedServer(
  options: Parameters<typeof startTestServer>[0] = {},
): Promise<PostedServer> {
  const [port = 0] = await freePorts(1)
  const base = readConfig({ FIELDHAND_TEST: '1', TRUST_PROXY: '1', API_PORT: String(port) })
  const post = await openPost(base)
  const { origins, mail, sms } = withPost(base, post)
  const server = await startTestServer({ ...options, config: { origins, mail, sms, ...options.config } })
  const senders = await openSenders(server.deps)
  const deps = { ...server.deps, senders }
  const standIns = localStandIns(deps, post)
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
