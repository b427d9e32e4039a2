import { ClerkError } from './errors.ts'
import { hashPassword } from './passwords.ts'

export const PASSWORD_LENGTH = { min: 8, max: 72 } as const

let known: Promise<ReadonlySet<string>> | null = null

/** Reads the 49,000 passwords in zxcvbn's list. Runs when someone first chooses a password. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Returns whether a password is on a list of common ones, ignoring case and surrounding spaces. */
async function isCommonPassword(password: string): Promise<boolean> {
  known ??= readList()
  return (await known).has(password.trim().toLowerCase())
}

/**
 * Hashes a new password.
 *
 * @throws {ClerkError} if it is too short, too long, or too common. `param` names the form's field.
 */
export async function newPasswordHash(password: string, param: string): Promise<string> {
  if (password.length < PASSWORD_LENGTH.min) {
    throw new ClerkError(
      422,
      'form_password_length_too_short',
      `Passwords must be ${PASSWORD_LENGTH.min} characters or more.`,
      { param },
    )
  }
  if (password.length > PASSWORD_LENGTH.max) {
    throw new ClerkError(
      422,
      'form_password_length_too_long',
      `Passwords must be ${PASSWORD_LENGTH.max} characters or less.`,
      { param },
    )
  }
  if (await isCommonPassword(password)) {
    throw new ClerkError(
      422,
      'form_password_pwned',
      'This password is among the most common ones. Please use a different password.',
      { param },
    )
  }
  return hashPassword(password)
}
