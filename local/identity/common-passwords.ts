let known: Promise<ReadonlySet<string>> | null = null

/** The 49,000 passwords of zxcvbn's list. Read when somebody first chooses a password. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary.passwords)
}

/** Returns whether a password is on a list of common ones, ignoring case and surrounding spaces. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= readList()
  return (await known).has(password.trim().toLowerCase())
}
