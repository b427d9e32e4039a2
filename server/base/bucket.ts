import { AwsClient } from 'aws4fetch'

const PATIENCE_MS = 20_000
/** The number of retries after server errors, including rate limits. */
const RETRIES = 2

/** A bucket of an S3-compatible service. `url` is the URL of the bucket. */
export interface BucketPlace {
  url: string
  region: string
  keyId: string
  secret: string
}

export type Bytes = Uint8Array<ArrayBuffer>

export interface Bucket {
  /** Stores an object completely. Replaces an object with the same name. */
  put(name: string, body: Bytes | string, type: string): Promise<void>
  /** Returns an object, or null if it doesn't exist. */
  get(name: string): Promise<Bytes | null>
  remove(name: string): Promise<void>
  /** Returns the names with a prefix, in order, after the name `after`. */
  list(prefix: string, after?: string): Promise<string[]>
}

/** Opens a bucket. Requests use Signature Version 4. Errors call it by its `label`, such as `photo storage`. */
export function openBucket({ url, region, keyId, secret }: BucketPlace, label: string): Bucket {
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
    throw new Error(`The ${label} answered ${response.status} to ${method}`)
  }
  return {
    async put(name, body, type) {
      const response = await call('PUT', name, { body, headers: { 'Content-Type': type } })
      await response?.body?.cancel()
    },
    async get(name) {
      const response = await call('GET', name)
      return response && new Uint8Array(await response.arrayBuffer())
    },
    async remove(name) {
      const response = await call('DELETE', name)
      await response?.body?.cancel()
    },
    async list(prefix, after = '') {
      const names: string[] = []
      for (let isWhole = false; !isWhole; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix, 'start-after': names.at(-1) ?? after })
        const response = await call('GET', `?${query}`)
        // The bucket itself is missing.
        if (response === null) throw new Error(`The ${label} does not exist`)
        const page = await response.text()
        const found = [...page.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => unescapeXml(key ?? ''))
        names.push(...found)
        isWhole = found.length === 0 || !/<IsTruncated>\s*true/.test(page)
      }
      return names
    },
  }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

const unescapeXml = (text: string) =>
  text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
