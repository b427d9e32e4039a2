import { Hono } from 'hono'
import { mailRoutes } from './mail-routes.ts'
import type { Post } from './post.ts'
import { pushRoutes } from './push-routes.ts'
import { textRoutes } from './text-routes.ts'

/** The pages and services of the post office, at `/__local` of the API's port. */
export function postRoutes({ mailbox, push, texts }: Post): Hono {
  const app = new Hono()
  const version = () => mailbox.mails.version + push.messages.version + texts.texts.version
  app.get('/__local/post.json', (c) => c.json({ version: version() }))
  app.route('/', mailRoutes(mailbox, version))
  app.route('/', pushRoutes(push, version))
  app.route('/', textRoutes(texts, version))
  return app
}
