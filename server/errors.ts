/** Why the companion cannot start, as one sentence for the person who started it; no stack is shown. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}

/** Runs a command to its end; a StartupError is told in its sentence, with exit code 1. */
export async function runCommand<Result>(command: () => Promise<Result>): Promise<Result> {
  try {
    return await command()
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
