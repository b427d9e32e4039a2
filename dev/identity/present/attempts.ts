import type { SignInJSON, SignUpJSON, SignUpVerificationsJSON } from '@clerk/shared/types'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import type { SignIn, SignUp } from '../attempts.ts'
import type { User } from '../rows.ts'
import { avatar, verified, type Wire } from './common.ts'

/**
 * Formats a sign-in attempt. Reveals nothing about the user, not even whether they exist, before the password is right.
 */
export function presentSignIn(signIn: SignIn, user: User | null): SignInJSON {
  const wire: Wire<SignInJSON> = {
    object: 'sign_in',
    id: signIn.id,
    status: signIn.status,
    supported_identifiers: ['email_address'],
    identifier: signIn.identifier ?? '',
    user_data:
      user !== null && signIn.status === 'complete'
        ? {
            ...(user.first_name === null ? {} : { first_name: user.first_name }),
            ...(user.last_name === null ? {} : { last_name: user.last_name }),
            image_url: avatar(user.id, user.first_name ?? user.email),
            has_image: false,
          }
        : null,
    supported_first_factors: [{ strategy: 'password' }],
    supported_second_factors: null,
    first_factor_verification: signIn.status === 'complete' ? verified('password') : null,
    second_factor_verification: null,
    created_session_id: signIn.sessionId,
    timezone: null,
  }
  return wire as SignInJSON
}

/** Formats the current state of a sign-up. */
export function presentSignUp(signUp: SignUp, now: Date): SignUpJSON {
  const verifications: Wire<SignUpVerificationsJSON> = {
    email_address: null,
    phone_number: null,
    web3_wallet: null,
    external_account: null,
  }
  return {
    object: 'sign_up',
    id: signUp.id,
    status: signUp.status,
    required_fields: ['email_address', 'password'],
    optional_fields: ['first_name', 'last_name'],
    missing_fields: [
      ...(signUp.email === null ? (['email_address'] as const) : []),
      ...(signUp.passwordHash === null ? (['password'] as const) : []),
    ],
    unverified_fields: [],
    username: null,
    first_name: signUp.firstName,
    last_name: signUp.lastName,
    email_address: signUp.email,
    phone_number: null,
    web3_wallet: null,
    external_account_strategy: null,
    external_account: null,
    has_password: signUp.passwordHash !== null,
    unsafe_metadata: {},
    created_session_id: signUp.sessionId,
    created_user_id: signUp.userId,
    abandon_at: now.getTime() + DAY_MS,
    legal_accepted_at: null,
    locale: null,
    timezone: null,
    verifications: verifications as SignUpVerificationsJSON,
  }
}
