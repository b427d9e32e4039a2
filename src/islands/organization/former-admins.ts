import type { FormerAdmin } from '../../contract/former-admins.ts'
import { createdLines, endText, formerAdminName } from '../../domain/organization/former-admins.ts'
import { onEachPage } from '../../platform/page/navigation.ts'
import { reasonOf } from '../../stores/base/failures.ts'
import { $formerAdmins, dismissFormerAdmin, followMembers } from '../../stores/organization/former-admins.ts'
import { loadDialogs } from './developer/load-dialogs.ts'

/** Binds the notice of the Organization screen about what former admins created and still works. */
function bind(): (() => void) | undefined {
  const section = document.querySelector<HTMLElement>('[data-former-admins]')
  const template = section?.querySelector<HTMLTemplateElement>('template')
  const list = section?.querySelector('[data-list]')
  const failure = section?.querySelector('[data-failure]')
  const host = document.querySelector<HTMLElement>('[data-former-admins-dialogs]')
  if (!section || !template || !list || !failure || !host) return undefined
  let close: (() => void) | undefined

  const open = async (which: 'api-keys' | 'webhooks') => {
    failure.textContent = ''
    try {
      const { openDialog } = await loadDialogs()
      close ??= openDialog(host, which, () => {
        close = undefined
      })
    } catch {
      failure.textContent = 'This could not be loaded. Please check your connection and try again.'
    }
  }
  const dismiss = async (button: HTMLButtonElement, admin: FormerAdmin) => {
    failure.textContent = ''
    button.disabled = true
    try {
      await dismissFormerAdmin(admin.user_id)
    } catch (error) {
      button.disabled = false
      failure.textContent = `The notice could not be dismissed. ${reasonOf(error)}`
    }
  }

  const drawn = (admin: FormerAdmin): Node => {
    const item = template.content.cloneNode(true) as DocumentFragment
    const find = <Part extends HTMLElement>(selector: string) => item.querySelector<Part>(selector) as Part
    find('[data-name]').textContent = formerAdminName(admin)
    find('[data-since]').textContent = endText(admin)
    find('[data-created]').append(
      ...createdLines(admin).map((line) => {
        const each = document.createElement('li')
        each.textContent = line
        return each
      }),
    )
    const keys = find('[data-open="api-keys"]')
    keys.hidden = admin.keys.length === 0
    keys.addEventListener('click', () => void open('api-keys'))
    const webhooks = find('[data-open="webhooks"]')
    webhooks.hidden = admin.webhooks.length === 0
    webhooks.addEventListener('click', () => void open('webhooks'))
    find('[data-feed]').hidden = !admin.has_feed
    const button = find<HTMLButtonElement>('[data-dismiss]')
    button.addEventListener('click', () => void dismiss(button, admin))
    return item
  }

  const stopMembers = followMembers()
  let shown = ''
  const stop = $formerAdmins.subscribe(({ data }) => {
    const admins = data ?? []
    const next = JSON.stringify(admins)
    if (next === shown) return
    shown = next
    list.replaceChildren(...admins.map(drawn))
    section.hidden = admins.length === 0
  })
  return () => {
    stopMembers()
    stop()
    close?.()
  }
}

onEachPage(bind)
