/** The default delay of a slow stand-in. */
const SLOW_MS = 5_000

/** An instruction to a stand-in to misbehave. */
export interface FaultOrder<Fault extends string> {
  fault: Fault | null
  /** If set, applies only to this recipient. */
  to?: string | undefined
  /** How many times the fault occurs; unlimited if absent. */
  times?: number | undefined
  /** The delay for `slow`. */
  ms?: number | undefined
}

export interface Faults<Fault extends string> {
  tell(order: FaultOrder<Fault>): Promise<void>
  /** Returns the fault that applies to one of these recipients. */
  current(...to: string[]): Fault | null
  /** Counts one occurrence. */
  spend(): void
  readonly ms: number
  readonly order: Readonly<FaultOrder<Fault>>
}

/** Creates the faults of a stand-in. `changed` runs whenever the fault is set or cleared. */
export function createFaults<Fault extends string>(
  changed: (fault: Fault | null) => Promise<void> | void = () => {},
): Faults<Fault> {
  let order: FaultOrder<Fault> = { fault: null }
  return {
    async tell(next) {
      order = { ...next }
      await changed(order.fault)
    },
    current: (...to) =>
      order.to === undefined || to.some((each) => each.toLowerCase() === order.to?.toLowerCase())
        ? order.fault
        : null,
    spend() {
      if (order.times === undefined) return
      order = order.times > 1 ? { ...order, times: order.times - 1 } : { fault: null }
    },
    get ms() {
      return order.ms ?? SLOW_MS
    },
    get order() {
      return order
    },
  }
}
