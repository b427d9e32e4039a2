/** Prints how to use a command, and ends the process, if the first argument requests it. */
export function explain(usage: string): void {
  const [first = ''] = process.argv.slice(2)
  if (first !== '--help' && first !== '-h') return
  process.stdout.write(usage)
  process.exit()
}
