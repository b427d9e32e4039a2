import { Hono, type MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { mailRoutes } from './mail-routes.ts'
import type { Post } from './post.ts'
import { pushRoutes } from './push-routes.ts'
import { textRoutes } from './text-routes.ts'

/** Rejects requests from other machines and from websites whose name points to this machine (DNS rebinding). */
export function onlyThisMachine(apiOrigin: string, what: string): MiddlewareHandler {
  return async (c, next) => {
    const { hostname } = new URL(c.req.url)
    const isOwn =
      /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) || hostname === new URL(apiOrigin).hostname
    if (!isOwn) throw new HTTPException(403, { message: `${what} is only for this machine` })
    await next()
  }
}

/** Returns the pages and services of the post office, at `/__local` on the API's port. */
export function postRoutes({ mailbox, push, texts }: Post, apiOrigin: string): Hono {
  const app = new Hono()
  app.use('/__local/*', onlyThisMachine(apiOrigin, 'The post office'))
  const version = () => mailbox.mails.version + push.messages.version + texts.texts.version
  app.get('/__local/post.json', (c) => c.json({ version: version() }))
  app.route('/', mailRoutes(mailbox, version))
  app.route('/', pushRoutes(push, version))
  app.route('/', textRoutes(texts, version))
  return app
}
