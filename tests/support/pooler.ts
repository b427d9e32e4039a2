import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unprivileged } from './postgres.ts'
import { freePorts } from './program.ts'

const PGBOUNCER = '/usr/sbin/pgbouncer'

export interface Pooler {
  /** The URL of the database through the pooler. */
  url: string
  pid: number
  stop(): Promise<void>
}

/**
 * Starts PgBouncer in front of a PostgreSQL server as in docs/deploy.md, with the given number of connections to it.
 * Returns null if PgBouncer is not installed.
 */
export async function startPooler(databaseUrl: string, connections: number): Promise<Pooler | null> {
  if (!existsSync(PGBOUNCER)) return null
  const [port] = await freePorts(1)
  const folder = await mkdtemp(join(tmpdir(), 'fieldhand-pooler-'))
  const file = join(folder, 'pgbouncer.ini')
  const server = new URL(databaseUrl)
  await writeFile(
    file,
    `[databases]
pooled = host=${server.hostname} port=${server.port} dbname=${server.pathname.slice(1)} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
`,
  )
  const user = process.getuid?.() === 0 ? await unprivileged() : null
  if (user) await chown(folder, user.uid, user.gid)
  const child = spawn(PGBOUNCER, ['-q', file], { ...user, stdio: 'ignore' })
  return {
    url: `postgres://${server.username}@127.0.0.1:${port}/pooled`,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
