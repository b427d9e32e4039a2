import * as v from 'valibot'
import { CallOrder, startTestCall, type TestCall } from '../contract/calls.ts'
import { call } from './client.ts'

/** Starts a call in which a member tries the agent. */
export const postTestCall = (organizationId: string): Promise<TestCall> =>
  call(startTestCall, { organizationId })

/** What happens on a call's socket. */
interface CallListener {
  onOpen: () => void
  onOrder: (order: CallOrder) => void
  /** It could not be opened, or has closed without our doing. */
  onClose: () => void
}

/** A call's socket. */
export interface CallSocket {
  send: (frame: object) => void
  close: () => void
}

/** Opens the socket of a call. Frames that this version doesn't know are ignored. */
export function openCallSocket(url: string, { onOpen, onOrder, onClose }: CallListener): CallSocket {
  const socket = new WebSocket(url)
  const leaving = new AbortController()
  const { signal } = leaving
  socket.addEventListener('open', onOpen, { signal })
  socket.addEventListener('close', onClose, { signal })
  socket.addEventListener(
    'message',
    ({ data }) => {
      const order = v.safeParse(v.pipe(v.string(), v.parseJson(), CallOrder), data)
      if (order.success) onOrder(order.output)
    },
    { signal },
  )
  return {
    send(frame) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
    },
    close() {
      leaving.abort()
      socket.close()
    },
  }
}
