import { resolve } from 'node:path'
import type { BucketPlace } from './bucket.ts'
import { StartupError } from './errors.ts'
import type { VariableName } from './variables.ts'

/** Returns the trimmed value of an environment variable; undefined if it is missing or blank. */
export type Read = (name: VariableName) => string | undefined

const LOOPBACK = ['127.0.0.1', '::1']

/** Returns the addresses to listen on: those of this machine only, unless another one is given. */
export const hostsOf = (given: string | undefined) =>
  given === undefined || given === 'localhost' ? LOOPBACK : [given]

export function readPort(name: string, given: string | undefined, fallback: number): number {
  if (given === undefined) return fallback
  const port = /^\d{1,5}$/.test(given.trim()) ? Number(given) : 0
  if (port < 1 || port > 65_535) {
    throw new StartupError(`${name} must be a whole number from 1 to 65535, not "${given}".`)
  }
  return port
}

export function readUrl(name: string, given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new StartupError(`${name} must be an address that begins with http:// or https://, not "${given}".`)
  }
  return url
}

export function readSwitch(name: string, given: string | undefined, fallback: boolean): boolean {
  if (given === undefined) return fallback
  if (given === '1' || given === 'true') return true
  if (given === '0' || given === 'false') return false
  throw new StartupError(`${name} must be 1 or 0, not "${given}".`)
}

/** Parses a number of days; null means `forever`. */
export function readDays(name: string, given: string | undefined, fallback: number | null): number | null {
  if (given === undefined) return fallback
  if (given === 'forever') return null
  const days = /^\d{1,5}$/.test(given) ? Number(given) : 0
  if (days >= 1) return days
  throw new StartupError(`${name} must be a number of days from 1 to 99999, or forever, not "${given}".`)
}

/** Reads a folder or a bucket of an S3-compatible service from variables with a prefix; null if none is set. */
export function readFiles(
  read: Read,
  prefix: 'PHOTOS' | 'JOURNAL',
): { kind: 'folder'; folder: string } | ({ kind: 's3' } & BucketPlace) | null {
  const url = read(`${prefix}_S3_URL`)
  const keyId = read(`${prefix}_S3_KEY_ID`)
  const secret = read(`${prefix}_S3_SECRET`)
  const folder = read(`${prefix}_FOLDER`)
  if (!url && !keyId && !secret) return folder ? { kind: 'folder', folder: resolve(folder) } : null
  if (!url || !keyId || !secret) {
    throw new StartupError(`${prefix}_S3_URL, ${prefix}_S3_KEY_ID and ${prefix}_S3_SECRET belong together.`)
  }
  if (folder) throw new StartupError(`Set ${prefix}_FOLDER or ${prefix}_S3_URL, not both.`)
  const bucket = readUrl(`${prefix}_S3_URL`, url).href.replace(/\/+$/, '')
  return { kind: 's3', url: bucket, region: read(`${prefix}_S3_REGION`) ?? 'us-east-1', keyId, secret }
}
