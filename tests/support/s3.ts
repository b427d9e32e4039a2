import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export const S3_KEYS = { keyId: 'AKIATEST', secret: 'test-secret', region: 'eu-test-1' }

export interface TestS3 {
  /** The bucket's URL. */
  url: string
  files: Map<string, { type: string | undefined; bytes: Buffer }>
  /** The status of subsequent requests; null for normal behavior. */
  fail: number | null
  refused: number
  close(): Promise<void>
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Encodes a text as signatures require. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** The number of names per page of a list. The services return 1,000. */
const PAGE = 10

/** Returns a page of the names of objects. */
function listed(names: Iterable<string>, query: URLSearchParams): string {
  const [prefix, after] = [query.get('prefix') ?? '', query.get('start-after') ?? '']
  const left = [...names].filter((name) => name.startsWith(prefix) && name > after).toSorted()
  const keys = left.slice(0, PAGE).map((name) => `<Contents><Key>${name}</Key></Contents>`)
  return `<ListBucketResult><IsTruncated>${left.length > PAGE}</IsTruncated>${keys.join('')}</ListBucketResult>`
}

/** Returns whether a request has a valid version 4 signature that is less than five minutes old. */
function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  const [, keyId, day = '', region = '', signed = '', signature] = found ?? []
  const at = String(headers['x-amz-date'])
  const time = Date.parse(at.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (keyId !== S3_KEYS.keyId || region !== S3_KEYS.region || !at.startsWith(day)) return false
  if (!(Math.abs(Date.now() - time) < 300_000) || !signed.split(';').includes('host')) return false
  const { pathname, searchParams } = new URL(url, 'http://s3')
  const canonical = [
    method,
    pathname,
    [...searchParams]
      .map((pair) => pair.map(encoded).join('='))
      .toSorted()
      .join('&'),
    ...signed.split(';').map((name) => `${name}:${headers[name]}`),
    '',
    signed,
    headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD',
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${S3_KEYS.secret}`)
  return hmac(key, toSign).toString('hex') === signature
}

/** Starts a server that behaves like an S3 bucket and checks every signature. */
export async function startS3(): Promise<TestS3> {
  const files: TestS3['files'] = new Map()
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
    const name = pathname.replace('/bucket/', '')
    const answer = (status: number, body?: Buffer) => response.writeHead(status).end(body)
    if (s3.fail !== null) return answer(s3.fail)
    if (!isSigned(request)) {
      s3.refused += 1
      return answer(403)
    }
    if (request.method === 'PUT') {
      files.set(name, { type: request.headers['content-type'], bytes: Buffer.concat(parts) })
      return answer(200)
    }
    if (request.method === 'DELETE') {
      files.delete(name)
      return answer(204)
    }
    if (searchParams.get('list-type') === '2')
      return answer(200, Buffer.from(listed(files.keys(), searchParams)))
    const file = files.get(name)
    return file ? answer(200, file.bytes) : answer(404)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const s3: TestS3 = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`,
    files,
    fail: null,
    refused: 0,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return s3
}
