import { vi } from 'vitest'

const bytes = (length: number, first: number) =>
  Uint8Array.from({ length }, (_, index) => (first + index) % 256).buffer

/**
 * Stubs a browser that can receive push messages: its permission, and the subscription from its push service. Restoring
 * the test's stubs removes it.
 */
export function stubPushBrowser({ permission = 'default' as NotificationPermission } = {}) {
  const state = { permission, answer: 'granted' as NotificationPermission, isRefused: false }
  let count = 0
  let subscription: PushSubscription | null = null
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
      if (state.isRefused) throw new DOMException('No', 'AbortError')
      count += 1
      subscription = {
        endpoint: `https://push.example.com/device-${count}`,
        getKey: (name: string) => (name === 'auth' ? bytes(16, count) : bytes(65, 4)),
        options: { applicationServerKey: applicationServerKey.buffer, userVisibleOnly: true },
        unsubscribe: async () => {
          subscription = null
          return true
        },
      } as unknown as PushSubscription
      return subscription
    },
  }
  const registration = { pushManager }
  const workers = Object.assign(new EventTarget(), {
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  })
  vi.stubGlobal('navigator', { serviceWorker: workers, userAgent: 'Mozilla/5.0 (X11; Linux) Chrome/140.0' })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return state.permission
    },
    requestPermission: async () => {
      state.permission = state.answer
      return state.permission
    },
  })
  return {
    state,
    subscribed: () => subscription?.endpoint ?? null,
    /** Makes the browser drop its subscription, as if its data were cleared. */
    lose: () => {
      subscription = null
    },
    replaced: () => workers.dispatchEvent(Object.assign(new Event('message'), { data: 'push-replaced' })),
  }
}
