import type { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import type { Faults } from './faults.ts'

/**
 * Mounts `GET` and `POST {fault, to?, times?, ms?}`, which read and set the stand-in's fault. `fault: null` clears it.
 */
export function mountFaults<Fault extends string>(
  app: Hono,
  path: string,
  faults: Faults<Fault>,
  known: readonly Fault[],
): void {
  const whole = v.pipe(v.number(), v.integer(), v.minValue(1))
  const Order = v.object({
    fault: v.nullable(v.picklist(known)),
    to: v.optional(v.string()),
    times: v.optional(whole),
    ms: v.optional(v.pipe(whole, v.maxValue(600_000))),
  })
  app.get(path, (c) => c.json(faults.order))
  app.post(path, async (c) => {
    const order = v.safeParse(Order, await c.req.json().catch(() => null))
    if (!order.success) {
      throw new HTTPException(400, { message: `fault must be null or one of ${known.join(', ')}` })
    }
    await faults.tell(order.output)
    return c.body(null, 204)
  })
}
