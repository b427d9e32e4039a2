export type SignUpMode = 'sign-up' | 'sign-in'

/**
 * Returns which of Clerk's forms to show: the one that the URL requests, the one that an invitation ticket's status
 * requires, or sign-in if someone has signed in on this device before. Defaults to sign-up.
 */
export function signUpMode(search: URLSearchParams, returning: boolean): SignUpMode {
  const asked = search.get('mode')
  if (asked === 'sign-in' || asked === 'sign-up') return asked
  if (search.has('__clerk_ticket')) return search.get('__clerk_status') === 'sign_in' ? 'sign-in' : 'sign-up'
  return returning ? 'sign-in' : 'sign-up'
}
