import type { Context, Hono } from 'hono'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { createLimiter, secondsToWait } from '../http/rate-limit.ts'
import type { Deps } from '../kernel/deps.ts'
import { optOutErased } from './erased-mails.ts'
import { RESUBSCRIBE_PATH, UNSUBSCRIBE_PATH } from './links.ts'
import { optIntoMail, optOutOfMail } from './opt-outs.ts'
import { planResubscribeLink } from './resubscribe.ts'
import { recipientHash } from './sent-messages.ts'
import { currentOptOuts, findSubscription, type Subscription } from './subscription.ts'
import {
  ACTION,
  ACTIONS,
  HEADERS,
  resubscribedPage,
  resubscribePage,
  UNKNOWN,
  unsubscribedPage,
  unsubscribePage,
} from './subscription-pages.ts'

/** How many links to get emails again someone with an earlier mail can request. */
const LINKS_PER_ADDRESS = { points: 3, duration: 86_400 }
/** How long such a link works. */
const LINK_DAYS = 7

/**
 * Mounts the unsubscribe page that mail links to, and the actions of its buttons, the first of which mail clients can
 * also trigger directly (RFC 8058), and the page to which the mailed link to undo it leads. Opening a link has no effect,
 * because mail scanners open links.
 */
export function mountUnsubscribe(app: Hono, deps: Deps, count: (c: Context) => Promise<void>): void {
  const { db, clock } = deps
  const links = createLimiter(deps, 'requested_resubscribe_links', LINKS_PER_ADDRESS)

  const current = async (found: Subscription): Promise<Subscription> => ({
    ...found,
    out: await currentOptOuts(db, found),
  })

  async function sendLink({ organizationId, email, isOwner }: Subscription): Promise<void> {
    if (organizationId === null || email === null) return
    if ((await secondsToWait(links, recipientHash(email))) !== null) return
    const audience = isOwner ? 'owner' : 'visitor'
    await planResubscribeLink(deps, { organizationId, recipient: email, audience })
  }

  async function optOut({ email, erased }: Subscription, organizationId: string | null): Promise<void> {
    if (erased) await optOutErased(db, erased, organizationId, clock())
    if (email !== null) await optOutOfMail(db, organizationId, email, clock())
  }

  app.get(UNSUBSCRIBE_PATH, async (c) => {
    const found = await findSubscription(deps, c.req.param('token'))
    if (!found || found.isLink) return c.html(UNKNOWN, 404, HEADERS)
    const isOut = found.out.own || found.out.all
    return c.html(isOut ? unsubscribedPage(found) : unsubscribePage(found), 200, HEADERS)
  })

  app.post(UNSUBSCRIBE_PATH, async (c) => {
    await count(c)
    const found = await findSubscription(deps, c.req.param('token'))
    if (!found || found.isLink) return c.html(UNKNOWN, 404, HEADERS)
    const { [ACTION]: action } = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>)
    if (action === ACTIONS.link && (found.out.own || found.out.all)) {
      await sendLink(found)
      return c.html(unsubscribedPage(found, true), 200, HEADERS)
    }
    if (found.organizationId !== null) await optOut(found, found.organizationId)
    // Of the mail of a business that is gone, only that of others is left.
    if (action === ACTIONS.all || found.organizationId === null) await optOut(found, null)
    return c.html(unsubscribedPage(await current(found)), 200, HEADERS)
  })

  /** Returns the subscription of a link that still works. */
  async function linked(token: string): Promise<Subscription | null> {
    const found = await findSubscription(deps, token)
    const isValid = found?.isLink && clock().getTime() - found.at.getTime() < LINK_DAYS * DAY_MS
    return isValid ? found : null
  }

  app.get(RESUBSCRIBE_PATH, async (c) => {
    const found = await linked(c.req.param('token'))
    if (!found) return c.html(UNKNOWN, 404, HEADERS)
    const isOut = found.out.own || found.out.all
    return c.html(isOut ? resubscribePage(found) : resubscribedPage(found), 200, HEADERS)
  })

  app.post(RESUBSCRIBE_PATH, async (c) => {
    await count(c)
    const found = await linked(c.req.param('token'))
    if (!found) return c.html(UNKNOWN, 404, HEADERS)
    const { organizationId, email } = found
    if (organizationId !== null && email !== null) await optIntoMail(db, organizationId, email, found.at)
    const { out } = await current(found)
    // The link is older than the last opt-out.
    if (out.own || out.all) return c.html(UNKNOWN, 404, HEADERS)
    return c.html(resubscribedPage(found), 200, HEADERS)
  })
}
