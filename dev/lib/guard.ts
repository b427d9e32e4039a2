import type { Context, Env, MiddlewareHandler } from 'hono'
import type { Faults } from './faults.ts'

interface Misbehavior<Fault extends string, E extends Env> {
  faults: Faults<Fault>
  /** Returns the names that a fault can be limited to and that apply to a request. */
  to(c: Context<E>): readonly string[]
  /** Returns whether a fault has no effect here. */
  ignores(fault: Fault): boolean
  /** Returns the response to a fault, throws it, or returns nothing to handle the request as usual. */
  answer(fault: Exclude<Fault, 'slow'>, c: Context<E>, ms: number): Response | undefined
}

/** Applies the requested faults to all requests. `slow` delays them by the fault's `ms`. */
export function faulty<Fault extends string, E extends Env>({
  faults,
  to,
  ignores,
  answer,
}: Misbehavior<Fault, E>): MiddlewareHandler<E> {
  const isSlow = (fault: Fault): fault is Fault & 'slow' => fault === 'slow'
  return async (c, next) => {
    const fault = faults.current(...to(c))
    if (fault === null || ignores(fault)) return next()
    const { ms } = faults
    faults.spend()
    if (isSlow(fault)) {
      await new Promise((wake) => setTimeout(wake, ms))
      return next()
    }
    return answer(fault as Exclude<Fault, 'slow'>, c, ms) ?? next()
  }
}
