/** Prints how to use a command, and ends the process, if the first of its arguments requests it. */
export function explain(usage: string, [first = '']: readonly string[] = process.argv.slice(2)): void {
  if (first !== '--help' && first !== '-h') return
  process.stdout.write(usage)
  process.exit()
}
