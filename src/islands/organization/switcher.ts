import { mountSessionComponent } from '../../stores/session.ts'

/** Clerk's trigger is plain text by itself; where no organization is selected it is the one thing to press. */
const appearance = {
  elements: {
    organizationSwitcherTrigger: { minHeight: '44px', padding: '0 16px', border: '1px solid #c7c7c7' },
  },
}

/** Draws Clerk's switcher in the place of what needs an organization. Answers with its undo, once drawn. */
export function mountSwitcher(place: Element): Promise<() => void> {
  return mountSessionComponent('OrganizationSwitcher', place, { hidePersonal: true, appearance })
}
