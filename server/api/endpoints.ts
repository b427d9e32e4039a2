import { readdirSync } from 'node:fs'
import type { Endpoint } from '../../src/contract/endpoint.ts'

const CONTRACT = new URL('../../src/contract/', import.meta.url)

const modules: Record<string, unknown>[] = await Promise.all(
  readdirSync(CONTRACT)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => import(new URL(name, CONTRACT).href)),
)

/** An endpoint of the contract, and the name of its export. */
const NAMED = modules
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))

/**
 * Every endpoint of the contract except the streams, in the order of its files. The OpenAPI document lists them, and
 * tests cover them.
 */
export const ENDPOINTS: readonly Endpoint[] = NAMED.map(([, endpoint]) => endpoint)

/** The names of the endpoints, by which clients generated from the OpenAPI document call them. */
export const ENDPOINT_NAMES: ReadonlyMap<Endpoint, string> = new Map(
  NAMED.map(([name, endpoint]) => [endpoint, name]),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'reply' in value
}
