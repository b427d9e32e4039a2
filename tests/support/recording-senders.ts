import type { Mail, PushTarget, Senders, TextMessage } from '../../server/notifications/senders.ts'

/** Creates channels that accept and record all messages. */
export function recordingSenders() {
  const sent: (Mail | TextMessage | (PushTarget & { payload: string }))[] = []
  const accept = async (message: (typeof sent)[number]) => {
    sent.push(message)
    return { providerId: String(sent.length) }
  }
  const senders: Senders = {
    email: { sender: 'alerts@fieldhand.test', send: accept },
    sms: { sender: '+16145550100', send: accept, sentSince: async () => [] },
    push: { publicKey: 'BPublicKey', send: (target, payload) => accept({ ...target, payload }) },
    close: async () => undefined,
  }
  return { senders, sent }
}
