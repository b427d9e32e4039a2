import { join } from 'node:path'
import { calcomAt } from '../../server/calcom/config.ts'
import type { Config } from '../../server/config.ts'
import { type Calcom, createCalcom } from './calcom.ts'

/** Where a companion serves the stand-in, on the API's port. */
export const CALCOM_BASE = '/__local/calcom'

/** The configuration with the stand-in, unless it names another address of Cal.com. */
export const withCalcom = (config: Config): Config => ({
  ...config,
  calcom: config.calcom ?? calcomAt(`${config.origins.api}${CALCOM_BASE}/v2`),
})

/** The stand-in of a companion. It keeps its bookings beside an embedded database, else in memory. */
export const calcomOf = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): Calcom =>
  createCalcom({
    base: CALCOM_BASE,
    ...(!databaseUrl.includes('://') && { file: join(databaseUrl, '.calcom') }),
  })
