import { $otherOrganizations, switchTo } from '../../stores/organization/switch.ts'

/** Shows the user's other organizations below the button during an outage, in which Clerk's switcher can't load. */
export function showSwitchList(button: HTMLElement): void {
  const others = $otherOrganizations.get()
  const list = document.createElement('div')
  list.className = 'switch-list'
  list.popover = 'auto'
  list.setAttribute('role', 'group')
  list.setAttribute('aria-label', 'Organizations')
  const about = document.createElement('p')
  about.textContent =
    others.length > 0
      ? 'Switches once Fieldhand can be reached:'
      : 'Your organizations can be listed once Fieldhand can be reached.'
  list.append(about)
  for (const organization of others) {
    const choice = document.createElement('button')
    choice.type = 'button'
    choice.textContent = organization.name
    choice.addEventListener('click', () => {
      list.hidePopover()
      switchTo(organization)
    })
    list.append(choice)
  }
  list.addEventListener('toggle', ({ newState }) => {
    if (newState === 'closed') list.remove()
  })
  button.after(list)
  const { left, bottom } = button.getBoundingClientRect()
  Object.assign(list.style, { left: `${left}px`, top: `${bottom + 4}px` })
  list.showPopover()
  list.querySelector('button')?.focus()
}
