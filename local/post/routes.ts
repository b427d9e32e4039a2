import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { mailRoutes } from './mail-routes.ts'
import type { Post } from './post.ts'
import { pushRoutes } from './push-routes.ts'
import { textRoutes } from './text-routes.ts'

/** The pages and services of the post office, at `/__local` of the API's port. */
export function postRoutes({ mailbox, push, texts }: Post, apiOrigin: string): Hono {
  const app = new Hono()
  // Neither a website whose name leads here (DNS rebinding) nor another machine reads the post.
  app.use('/__local/*', async (c, next) => {
    const { hostname } = new URL(c.req.url)
    const isOwn =
      /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) || hostname === new URL(apiOrigin).hostname
    if (!isOwn) throw new HTTPException(403, { message: 'The post office is only for this machine' })
    await next()
  })
  const version = () => mailbox.mails.version + push.messages.version + texts.texts.version
  app.get('/__local/post.json', (c) => c.json({ version: version() }))
  app.route('/', mailRoutes(mailbox, version))
  app.route('/', pushRoutes(push, version))
  app.route('/', textRoutes(texts, version))
  return app
}
