import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

const CLIENT = '__client'
const UPDATED_AT = '__client_uat'
const YEAR_SECONDS = 31_536_000

/** Returns the suffix of the SDK's cookie names, which it derives from the publishable key. */
export function cookieSuffix(publishableKey: string): string {
  return createHash('sha1').update(publishableKey).digest('base64url').slice(0, 8)
}

/** Returns the browser's secret, if it has one. */
export function clientSecret(c: Context): string | undefined {
  return getCookie(c, CLIENT)
}

/**
 * Manages the cookies of one instance: the browser's secret, and a timestamp that tells scripts that someone is signed
 * in.
 */
export function createCookies(options: { publishableKey: string; secure: boolean }) {
  const common = { path: '/', sameSite: 'Lax', secure: options.secure } as const
  const updatedAtNames = [UPDATED_AT, `${UPDATED_AT}_${cookieSuffix(options.publishableKey)}`]
  return {
    setClient(c: Context, secret: string): void {
      setCookie(c, CLIENT, secret, { ...common, httpOnly: true, maxAge: YEAR_SECONDS })
    },
    clearClient(c: Context): void {
      deleteCookie(c, CLIENT, { ...common, httpOnly: true })
    },
    /** Marks the browser as signed in. A new secret replaces the one in the request. */
    setSignedIn(c: Context, at: Date, secret: string | null): void {
      if (secret !== null) this.setClient(c, secret)
      this.setUpdatedAt(c, at)
    },
    /** Stores the time of the last sign-in or sign-out; null means that no one is signed in. */
    setUpdatedAt(c: Context, at: Date | null): void {
      const value = at ? String(Math.floor(at.getTime() / 1000)) : '0'
      for (const name of updatedAtNames) setCookie(c, name, value, { ...common, maxAge: YEAR_SECONDS })
    },
  }
}

export type Cookies = ReturnType<typeof createCookies>
