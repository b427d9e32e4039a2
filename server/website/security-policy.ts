/** A resource that a page needs to load. */
export interface Need {
  directive: 'script-src' | 'frame-src' | 'connect-src'
  url: URL
  /** The nonce of the script element that loads the resource. */
  nonce?: string | undefined
}

/**
 * Returns the needs that a page's content security policies block. Every policy must allow a request (Content Security
 * Policy Level 3).
 */
export function unmet(policies: readonly string[], needs: readonly Need[], page: URL): Need[] {
  const parsed = policies.flatMap((policy) => policy.split(',')).map(directivesOf)
  return needs.filter((need) => parsed.some((directives) => !allows(directives, need, page)))
}

/** Parses a policy into its directives and their sources. If a directive is repeated, the first one applies. */
function directivesOf(policy: string): Map<string, string[]> {
  const directives = new Map<string, string[]>()
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/)
    const key = name.toLowerCase()
    if (!directives.has(key)) directives.set(key, sources)
  }
  return directives
}

/** The directives that can apply to each type of request. The first one that a policy contains applies. */
const DECIDING = {
  'script-src': ['script-src-elem', 'script-src', 'default-src'],
  'frame-src': ['frame-src', 'child-src', 'default-src'],
  'connect-src': ['connect-src', 'default-src'],
} as const

function allows(policy: ReadonlyMap<string, readonly string[]>, need: Need, page: URL): boolean {
  const name = DECIDING[need.directive].find((each) => policy.has(each))
  if (name === undefined) return true
  const sources = policy.get(name) ?? []
  if (need.nonce && sources.includes(`'nonce-${need.nonce}'`)) return true
  // With 'strict-dynamic', only nonces and hashes count.
  if (need.directive === 'script-src' && sources.includes("'strict-dynamic'")) return false
  return sources.some((source) => matches(source.toLowerCase(), need.url, page))
}

const HOST_SOURCE =
  /^(?:(?<scheme>[a-z][a-z\d+.-]*):\/\/)?(?<host>\*|(?:\*\.)?[^/:*]+)(?::(?<port>\d+|\*))?(?<path>\/.*)?$/

function matches(source: string, url: URL, page: URL): boolean {
  if (source === "'self'") return url.origin === page.origin
  if (source === '*') return true
  if (/^[a-z][a-z\d+.-]*:$/.test(source)) return isScheme(source, url)
  const { scheme, host = '', port, path } = HOST_SOURCE.exec(source)?.groups ?? {}
  return (
    host !== '' &&
    isScheme(scheme === undefined ? page.protocol : `${scheme}:`, url) &&
    isHost(host, url.hostname) &&
    isPort(port, url) &&
    isPath(path, url.pathname)
  )
}

/** A policy that allows http also allows https. */
const isScheme = (scheme: string, { protocol }: URL) =>
  scheme === protocol || (scheme === 'http:' && protocol === 'https:')

function isHost(host: string, name: string): boolean {
  if (host === '*') return true
  return host.startsWith('*.') ? name.endsWith(host.slice(1)) : name === host
}

function isPort(port: string | undefined, { port: used, protocol }: URL): boolean {
  if (port === undefined || port === '*') return port === '*' || used === ''
  return port === (used || (protocol === 'https:' ? '443' : '80'))
}

function isPath(path: string | undefined, name: string): boolean {
  if (path === undefined) return true
  return path.endsWith('/') ? name.startsWith(path) : name === path
}
