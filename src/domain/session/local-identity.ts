/** The fictitious Clerk host of the local identity. */
export const LOCAL_IDENTITY_HOST = 'clerk.localhost.test'

/** Returns whether a publishable key belongs to the local identity, which never charges money. */
export function isLocalIdentity(publishableKey: string): boolean {
  const [, , host = ''] = publishableKey.split('_')
  try {
    return atob(host) === `${LOCAL_IDENTITY_HOST}$`
  } catch {
    return false
  }
}
