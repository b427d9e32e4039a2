import { $webhooks } from '../../../stores/organization/webhooks.ts'
import { loadDialogs } from './load-dialogs.ts'

/** Binds the section of the Organization screen in which admins open the dialogs for webhooks and API keys. */
export function bind(section: HTMLElement): () => void {
  const problem = section.querySelector<HTMLElement>('[data-problem]')
  const failure = section.querySelector<HTMLElement>('[data-failure]')
  const host = section.querySelector<HTMLElement>('[data-dialogs]')
  if (!problem || !failure || !host) return () => {}
  let close: (() => void) | undefined

  for (const button of section.querySelectorAll<HTMLButtonElement>('[data-open]')) {
    button.addEventListener('click', async () => {
      failure.textContent = ''
      try {
        const { openDialog } = await loadDialogs()
        close ??= openDialog(host, button.dataset.open === 'webhooks' ? 'webhooks' : 'api-keys', () => {
          close = undefined
        })
      } catch {
        failure.textContent = 'This could not be loaded. Please check your connection and try again.'
      }
    })
  }
  const stop = $webhooks.subscribe(({ data }) => {
    section.hidden = !data
    const disabled = data?.filter(({ status }) => status === 'disabled') ?? []
    problem.hidden = disabled.length === 0
    problem.textContent =
      disabled.length === 1
        ? 'Webhooks to one endpoint are disabled, because it no longer answers. Open Webhooks to see why, and to turn it on again.'
        : `Webhooks to ${disabled.length} endpoints are disabled, because they no longer answer. Open Webhooks to see why, and to turn them on again.`
    if (section.hidden) close?.()
  })
  return () => {
    stop()
    close?.()
  }
}
