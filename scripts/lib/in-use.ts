import { openPorts } from '../../server/app/listen.ts'
import { rejectHeld } from '../../server/db/lock.ts'
import type { Config } from '../../server/kernel/config.ts'

/**
 * Throws StartupError if another program uses the database's folder or one of the ports. The server would also
 * reject them, but only after a build, or next to a development server that continues.
 */
export async function rejectInUse(config: Config): Promise<void> {
  if (!config.databaseUrl.includes('://')) rejectHeld(config.databaseUrl)
  const notReady = () => new Response(null, { status: 503 })
  const close = await openPorts(config, { console: notReady, api: notReady, widget: notReady })
  await close()
}
