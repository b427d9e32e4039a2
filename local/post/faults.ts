/** How long a slow stand-in takes unless told otherwise. */
const SLOW_MS = 5_000

/** What a stand-in is told to do wrong. */
export interface FaultOrder<Fault extends string> {
  fault: Fault | null
  /** Only for this recipient. */
  to?: string | undefined
  /** How often, until all is well again; always, if absent. */
  times?: number | undefined
  /** How long `slow` takes. */
  ms?: number | undefined
}

export interface Faults<Fault extends string> {
  tell(order: FaultOrder<Fault>): Promise<void>
  /** The fault that applies to one of these recipients. */
  current(...to: string[]): Fault | null
  /** Counts one use. */
  spend(): void
  readonly ms: number
  readonly order: Readonly<FaultOrder<Fault>>
}

/** `changed` runs when a stand-in is told something else. */
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
