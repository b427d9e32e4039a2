import { closeCalendarFeed, getCalendars, openCalendarFeed } from '../../../src/contract/calendars.ts'
import { feedUrl } from '../../calendars/feed.ts'
import { newId } from '../../ids.ts'
import { type Api, mount } from '../mount.ts'

/** The private feed of the organization's estimate calls. */
export function mountCalendars(api: Api): void {
  const { db, clock, config } = api.deps

  mount(api, getCalendars, async ({ organizationId }) => {
    const feed = await db
      .selectFrom('calendar_feeds')
      .select('created_at')
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
    return { has_feed: feed !== undefined }
  })

  mount(api, openCalendarFeed, async ({ organizationId, body: { renew } }) => {
    const feed = { token: newId('feed'), created_at: clock() }
    const { token } = await db
      .insertInto('calendar_feeds')
      .values({ organization_id: organizationId, ...feed })
      .onConflict((conflict) =>
        conflict
          .column('organization_id')
          .doUpdateSet(renew ? feed : ({ ref }) => ({ token: ref('calendar_feeds.token') })),
      )
      .returning('token')
      .executeTakeFirstOrThrow()
    return { url: feedUrl(config.origins.widget, token) }
  })

  mount(api, closeCalendarFeed, async ({ organizationId }) => {
    await db.deleteFrom('calendar_feeds').where('organization_id', '=', organizationId).execute()
    return undefined
  })
}
