import { connectCalcom, listCalcomEventTypes } from '../../src/contract/calendar-services.ts'
import { Revoked } from '../base/vendor-errors.ts'
import { orReject } from '../calendars/connection-routes.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { requireSecrets } from '../http/not-configured.ts'
import { connectCalcom as connect } from './connect.ts'
import { calcomConfig, eventTypesOf } from './service.ts'

/** Mounts the endpoints that connect Cal.com with an API key that the owner created there. */
export function mountCalcom(api: Api): void {
  const { deps } = api

  mount(api, listCalcomEventTypes, async ({ body }) => {
    const choices = await orReject(eventTypesOf(calcomConfig(deps), body.key).catch(unknownKey))
    if (choices.length === 0) {
      throw new HttpError(
        409,
        'There is no event type in Cal.com that this key can book. Create one there first',
      )
    }
    return { choices }
  })

  mount(api, connectCalcom, async ({ organizationId, body: { key, choice } }) => {
    const secrets = requireSecrets(deps, 'calcom')
    await orReject(connect({ ...deps, secrets }, organizationId, key, choice).catch(unknownKey))
  })
}

/** A key that was never accepted is not "no longer" accepted. */
function unknownKey(error: unknown): never {
  throw error instanceof Revoked ? new HttpError(409, 'Cal.com does not accept this API key') : error
}
