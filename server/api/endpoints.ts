import { readdirSync } from 'node:fs'
import type { Endpoint } from '../../src/contract/endpoint.ts'

const CONTRACT = new URL('../../src/contract/', import.meta.url)

const modules: Record<string, unknown>[] = await Promise.all(
  readdirSync(CONTRACT)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => import(new URL(name, CONTRACT).href)),
)

/**
 * Every endpoint of the contract except the streams, in the order of its files. The OpenAPI document lists them, and
 * tests cover them.
 */
export const ENDPOINTS: readonly Endpoint[] = modules
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'reply' in value
}
