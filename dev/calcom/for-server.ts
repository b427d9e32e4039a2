import { join } from 'node:path'
import { calcomAt } from '../../server/calcom/config.ts'
import type { Config } from '../../server/kernel/config.ts'
import { type Calcom, createCalcom } from './calcom.ts'

/** The path of the stand-in on the server's API port. */
export const CALCOM_BASE = '/__local/calcom'

/** Adds the stand-in to the configuration, unless it sets another address for Cal.com. */
export const withCalcom = (config: Config): Config => ({
  ...config,
  calcom: config.calcom ?? calcomAt(`${config.origins.api}${CALCOM_BASE}/v2`),
})

/** Creates the stand-in of a server. It stores its bookings next to an embedded database, otherwise in memory. */
export const calcomOf = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): Calcom =>
  createCalcom({
    base: CALCOM_BASE,
    ...(!databaseUrl.includes('://') && { file: join(databaseUrl, '.calcom') }),
  })
