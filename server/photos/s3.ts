import { AwsClient } from 'aws4fetch'
import type { PhotoPlace, PhotoStorage } from './storage.ts'

const PATIENCE_MS = 20_000
/** The number of retries after server errors, including rate limits. */
const RETRIES = 2

/**
 * Stores photos in a bucket of an S3-compatible service. `url` is the URL of the bucket. Requests use Signature Version
 * 4.
 */
export function s3Storage({ url, region, keyId, secret }: PhotoPlace & { kind: 's3' }): PhotoStorage {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    retries: RETRIES,
  })
  const call = async (method: string, name: string, more: RequestInit = {}) => {
    const response = await client.fetch(`${url}/${name}`, {
      ...more,
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (response.ok) return response
    await response.body?.cancel()
    if (response.status === 404 && method !== 'PUT') return null
    throw new Error(`The photo storage answered ${response.status} to ${method}`)
  }
  return {
    async put(name, bytes) {
      await call('PUT', name, { body: bytes, headers: { 'Content-Type': 'image/jpeg' } })
    },
    async get(name) {
      const response = await call('GET', name)
      return response && new Uint8Array(await response.arrayBuffer())
    },
    async remove(name) {
      const response = await call('DELETE', name)
      await response?.body?.cancel()
    },
  }
}
