export type SignUpMode = 'sign-up' | 'sign-in'

/**
 * Which of Clerk's forms the sign-up screen shows: the one that the address asks for, else signing in where
 * someone has signed in before. A ticket of an invitation is for new accounts.
 */
export function signUpMode(search: URLSearchParams, returning: boolean): SignUpMode {
  const asked = search.get('mode')
  if (asked === 'sign-in' || asked === 'sign-up') return asked
  if (search.has('__clerk_ticket')) return search.get('__clerk_status') === 'sign_in' ? 'sign-in' : 'sign-up'
  return returning ? 'sign-in' : 'sign-up'
}
