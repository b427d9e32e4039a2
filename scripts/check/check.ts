/** The result of a check: problems, and one sentence on how to fix them. */
export interface Finding {
  problems: string[]
  advice: string
}

/** One static check. `run` throws only if it cannot check, never for the problems that it finds. */
export interface Check {
  name: string
  run(): Promise<Finding>
}
