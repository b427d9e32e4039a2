export type SignUpMode = 'sign-up' | 'sign-in'

/**
 * Returns which of Clerk's forms to show: the one in the URL, else sign-in if someone has signed in here before. An
 * invitation ticket is for new accounts.
 */
export function signUpMode(search: URLSearchParams, returning: boolean): SignUpMode {
  const asked = search.get('mode')
  if (asked === 'sign-in' || asked === 'sign-up') return asked
  if (search.has('__clerk_ticket')) return search.get('__clerk_status') === 'sign_in' ? 'sign-in' : 'sign-up'
  return returning ? 'sign-in' : 'sign-up'
}
