import { readdirSync, readFileSync } from 'node:fs'

/** Processor time ticks per second. */
const TICKS = 100

/**
 * Returns the fields of /proc/PID/stat after the name, starting with the state; null if the process no longer exists.
 */
function statOf(pid: number | string): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? null
  } catch {
    return null
  }
}

const sum = (fields: readonly (string | undefined)[]) =>
  fields.reduce((all, field) => all + Number(field ?? 0), 0)

/**
 * Returns the resource usage of processes as reported by Linux: resident memory in MB, and processor time in seconds.
 */
export function used(pids: readonly (number | undefined)[]): { mb: number; seconds: number } {
  const total = { mb: 0, seconds: 0 }
  for (const pid of pids) {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    total.mb += Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_000
    total.seconds += sum(statOf(pid ?? 0)?.slice(11, 13) ?? []) / TICKS
  }
  return total
}

export const parentOf = (pid: number): number => Number(statOf(pid)?.[1] ?? 0)

/** Returns the processor time in seconds of a process and its children, including those that have exited. */
export function familySeconds(pid: number): number {
  const children = readdirSync('/proc').filter((name) => statOf(name)?.[1] === String(pid))
  const own = sum(statOf(pid)?.slice(11, 15) ?? [])
  return (own + sum(children.flatMap((child) => statOf(child)?.slice(11, 13) ?? []))) / TICKS
}
