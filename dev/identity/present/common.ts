import type { VerificationJSON } from '@clerk/shared/types'

/** A response in which Clerk's API can send null even where its published types require a value. */
export type Wire<T> = { [Key in keyof T]: T[Key] | null }

/** Returns a completed verification. */
export function verified(strategy: string): VerificationJSON {
  const wire: Wire<VerificationJSON> = {
    object: 'verification',
    id: '',
    status: 'verified',
    strategy,
    attempts: null,
    expire_at: null,
    verified_at_client: null,
    error: null,
  }
  return wire as VerificationJSON
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Returns a picture that needs no image host: the name's first letter on a color derived from the ID. */
export function avatar(id: string, name: string): string {
  const hue = [...id].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)
  const initial = ([...name.trim()][0] ?? '')
    .toUpperCase()
    .replace(/[&<>]/g, (letter) => ESCAPES[letter] ?? '')
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="hsl(${hue},45%,38%)"/><text x="16" y="22" font-family="system-ui,sans-serif" font-size="17" font-weight="600" fill="#fff" text-anchor="middle">${initial}</text></svg>`,
  )}`
}

/** Formats one page of a list with the total count like Clerk. */
export function presentPage<T>(data: T[], total: number): { data: T[]; total_count: number } {
  return { data, total_count: total }
}
