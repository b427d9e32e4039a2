import { mountSessionComponent } from '../../stores/base/session/session.ts'

/** Clerk's trigger is plain text by default. Without an organization, it is the main action. */
const appearance = {
  elements: {
    organizationSwitcherTrigger: { minHeight: '44px', padding: '0 16px', border: '1px solid #c7c7c7' },
  },
}

/** Mounts Clerk's switcher. Resolves with the unmount function once mounted. */
export function mountSwitcher(place: Element): Promise<() => void> {
  return mountSessionComponent('OrganizationSwitcher', place, { hidePersonal: true, appearance })
}
