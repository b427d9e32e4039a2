import { $updateReady, applyUpdate, startUpdates } from '../../stores/shell/app-updates.ts'

function draw(): void {
  const notice = document.querySelector<HTMLElement>('[data-update-notice]')
  if (!notice) return
  notice.hidden = !$updateReady.get()
  const button = notice.querySelector('button')
  if (!button) return
  button.onclick = () => {
    button.disabled = true
    applyUpdate()
  }
}

/** Offers to update to a newer version of the console. Nothing changes until the user clicks. */
export function offerUpdates(): void {
  document.addEventListener('astro:after-swap', draw)
  $updateReady.subscribe(draw)
  void startUpdates()
}
