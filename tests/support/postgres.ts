import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chown, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { packagedPostgres } from '../../scripts/lib/packaged.ts'
import { freePorts } from './program.ts'

const run = promisify(execFile)

/** The folders in which Debian and Homebrew packages install programs that are not on PATH. `*` is a version. */
const PACKAGED = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']
/** initdb refuses to run as root, so one of these users runs it instead. */
const USERS = ['postgres', 'nobody']

export interface Postgres {
  url: string
  stop(): Promise<void>
}

/** Returns the folder of the machine's PostgreSQL programs, or null. */
export function findPostgres(): string | null {
  const packaged = PACKAGED.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /^(postgresql@?)?\d*$/.test(name))
      .toSorted((a, b) => Number(b.replace(/\D/g, '')) - Number(a.replace(/\D/g, '')))
      .map((name) => join(folder, name, 'bin')),
  )
  const candidates = [...packaged, ...(process.env.PATH ?? '').split(delimiter).filter(Boolean)]
  return (
    candidates.find((folder) => ['initdb', 'pg_ctl'].every((name) => existsSync(join(folder, name)))) ?? null
  )
}

/** Returns the user for programs that refuse to run as root. */
export async function unprivileged(): Promise<{ uid: number; gid: number } | null> {
  for (const user of USERS) {
    try {
      const ids = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, user])))
      const [uid, gid] = ids.map(({ stdout }) => Number(stdout))
      if (uid && gid) return { uid, gid }
    } catch {
      // There is no such user. Try the next one.
    }
  }
  return null
}

/**
 * Starts a PostgreSQL server with additional settings in a temporary folder, which `stop` deletes. Uses the machine's
 * PostgreSQL, or else the npm package's. If there is none, returns null and calls `explain` with the reason.
 */
export async function startPostgres(
  explain: (reason: string) => void,
  further: Record<string, string> = {},
): Promise<Postgres | null> {
  const own = findPostgres()
  const packaged = own ? null : packagedPostgres()
  if (!own && !packaged) {
    explain('PostgreSQL is not installed (Debian: apt-get install postgresql)')
    return null
  }
  const isRoot = process.getuid?.() === 0
  const user = isRoot ? await unprivileged() : null
  if (isRoot && user === null) {
    explain(`PostgreSQL does not run as root, and there is no user ${USERS.join(' or ')}`)
    return null
  }
  const folder = await mkdtemp(join(tmpdir(), 'fieldhand-postgres-'))
  const data = join(folder, 'data')
  const asUser = { ...user, cwd: folder }
  try {
    if (user) await chown(folder, user.uid, user.gid)
    // The user may not be allowed to enter the project's folder.
    if (packaged) await cp(packaged, join(folder, 'programs'), { recursive: true, verbatimSymlinks: true })
    const programs = own ?? join(folder, 'programs', 'bin')
    await run(
      join(programs, 'initdb'),
      // Without a UTF-8 locale, the database lowers only ASCII letters.
      ['-D', data, '-U', 'fieldhand', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
      asUser,
    )
    const [port = 0] = await freePorts(1)
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder,
      fsync: 'off',
      max_connections: 200,
      ...further,
    }
    const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
    const log = join(folder, 'log')
    const start = ['-D', data, '-l', log, '-w', '-o', options.join(' '), 'start']
    await run(join(programs, 'pg_ctl'), start, asUser)
    return {
      url: `postgres://fieldhand@127.0.0.1:${port}/postgres`,
      stop: async () => {
        await run(join(programs, 'pg_ctl'), ['-D', data, '-w', '-m', 'immediate', 'stop'], asUser)
        await rm(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    explain(`PostgreSQL could not be started: ${(error as Error).message.split('\n')[0]}`)
    return null
  }
}
