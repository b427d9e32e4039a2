/** What a check found: nothing, or problems and one sentence on what to do about them. */
export interface Finding {
  problems: string[]
  advice: string
}

/** One static check; `run` never throws for what it looks for, only when it cannot look. */
export interface Check {
  name: string
  run(): Promise<Finding>
}
