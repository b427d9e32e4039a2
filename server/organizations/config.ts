import { StartupError } from '../base/errors.ts'

declare module '../kernel/config.ts' {
  interface Config {
    /** Whether the operator bills nobody, so that every widget is live without a trial or plan. */
    isFree?: boolean
  }
}

/** Returns whether billing is off. */
export function readIsFree(given: string | undefined): boolean {
  if (given === undefined || given === 'on') return false
  if (given === 'off') return true
  throw new StartupError(`BILLING must be on or off, not "${given}".`)
}
