import { $changesElsewhere, $outbox, $refusals } from '../../stores/base/outbox/outbox.ts'

const hasChanges = () =>
  $outbox.get().text !== null || $refusals.get().length > 0 || $changesElsewhere.get().length > 0

let unmount: (() => void) | null = null

async function draw(): Promise<void> {
  const host = document.querySelector<HTMLElement>('[data-pending-changes]')
  if (!host || host.childElementCount > 0 || !hasChanges()) return
  const { mountPendingChanges } = await import('./pending-changes-root.tsx')
  if (!host.isConnected || host.childElementCount > 0) return
  unmount?.()
  unmount = mountPendingChanges(host)
}

/** Shows changes that have not been sent on every screen that doesn't show them itself. */
export function showPendingChanges(): void {
  const show = () => void draw().catch(() => undefined)
  document.addEventListener('astro:page-load', show)
  for (const $store of [$outbox, $refusals, $changesElsewhere]) $store.listen(show)
  show()
}
