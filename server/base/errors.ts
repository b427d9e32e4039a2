/** An error that stops a command. Its message is one sentence for the person who runs the command, without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}

/**
 * Runs a command. Any error ends the process with exit code 1 and one sentence, which follows `failure` if the error is
 * unexpected. `LOG_LEVEL=debug` adds the stack of an error that is not a StartupError.
 */
export async function runCommand<Result>(
  command: () => Promise<Result>,
  failure = 'Fieldhand cannot start',
): Promise<Result> {
  try {
    return await command()
  } catch (error) {
    process.stderr.write(`${sentenceOf(error, failure)}\n`)
    process.exit(1)
  }
}

function sentenceOf(error: unknown, failure: string): string {
  if (error instanceof StartupError) return error.message
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) return error.stack ?? error.message
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n')
  return `${failure}: ${line.replace(/\.$/, '') || 'unknown failure'} (LOG_LEVEL=debug shows where).`
}
