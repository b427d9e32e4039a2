import { createSlots } from '../base/slots.ts'
import { HttpError } from './http-error.ts'

/** The maximum number of open live streams of this process: in total, of one organization, and of one network address. */
export interface StreamLimits {
  total: number
  perOrganization: number
  perAddress: number
}

/** A network address can belong to an office. */
export const MEMBER_STREAMS: StreamLimits = { total: 10_000, perOrganization: 1_000, perAddress: 300 }
/** A network address can belong to many customers of a mobile network. */
export const VISITOR_STREAMS: StreamLimits = { total: 10_000, perOrganization: 2_000, perAddress: 200 }

interface Client {
  organizationId: string
  address: string
}

/**
 * Returns a function that counts a live stream until the returned function is called. Rejects with a 429 HttpError if
 * too many are open.
 */
export function createStreamLimits({ total, perOrganization, perAddress }: StreamLimits) {
  const open = (ofOne: number) => createSlots({ atOnce: Infinity, ofOne, waiting: 0 })
  const shares = [
    { slots: open(perAddress), ownerOf: ({ address }: Client) => address, where: 'from your network' },
    {
      slots: open(perOrganization),
      ownerOf: ({ organizationId }: Client) => organizationId,
      where: 'for this organization',
    },
    { slots: open(total), ownerOf: () => 'everyone', where: 'on this server' },
  ]
  return async (client: Client): Promise<() => void> => {
    const taken: (() => void)[] = []
    const free = () => {
      for (const end of taken) end()
    }
    for (const { slots, ownerOf, where } of shares) {
      try {
        taken.push(await slots.take(ownerOf(client)))
      } catch {
        free()
        throw new HttpError(429, `Too many live streams are open ${where}`, {
          headers: { 'Retry-After': '30' },
        })
      }
    }
    return free
  }
}
