/** The result of a check: problems, and one sentence on how to fix them. */
export interface Finding {
  problems: string[]
  advice: string
}

/** A static check. `run` throws only if it can't check, never because of problems that it finds. */
export interface Check {
  name: string
  run(): Promise<Finding>
}
