import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../../server/app/config.ts'
import { StartupError } from '../../server/base/errors.ts'
import type { Config } from '../../server/kernel/config.ts'
import { loadEnvFiles } from './console-build.ts'

/**
 * The folder in which the command was run. npm runs scripts in the project's folder, but file names are relative to
 * this one.
 */
const typedIn = process.env.INIT_CWD ?? process.cwd()

export interface DataCommand {
  config: Config
  /** The absolute path of the given file. */
  file: string | null
  replace: boolean
}

/** Parses the arguments of `npm run backup` and `npm run restore`. Returns null if they request help. */
export function readDataCommand(argv: readonly string[]): DataCommand | null {
  const { values, positionals } = parse(argv)
  if (values.help) return null
  if (positionals.length > 1) throw new StartupError('Give one file. --help shows how.')
  loadEnvFiles('production')
  const url = values['database-url']
  const config = readConfig(process.env, url === undefined ? [] : ['--database-url', url])
  const [file] = positionals
  return {
    config,
    file: file === undefined ? null : resolve(typedIn, file),
    replace: values.replace ?? false,
  }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        replace: { type: 'boolean' },
        'database-url': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    })
  } catch (error) {
    const [reason] = String((error as Error).message).split('. ')
    throw new StartupError(`${reason?.replace(/\.$/, '')}. --help lists the flags.`)
  }
}

/** Returns the name of the key that decrypts the secrets in the database. */
export const keyOf = ({ secretsKey }: Config): string =>
  typeof secretsKey === 'object' && secretsKey && 'file' in secretsKey ? secretsKey.file : 'SECRETS_KEY'

export const count = (number: number, one: string, more = `${one}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : more}`
