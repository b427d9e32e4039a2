import { currentUrl, replaceSearch } from '../../platform/page/navigation.ts'

const PARAMETER = 'invite'

/** The members in Clerk's profile of the organization, with the form that invites someone. */
export const INVITE_URL = `/organization?${PARAMETER}=1#/organization-members`

/** Opens Clerk's form once its button is there, if the URL asks for it. A reload does not open it again. */
export function openInvitation(profile: Element): void {
  const button = profile.querySelector<HTMLButtonElement>('.cl-membersPageInviteButton')
  if (!button || !currentUrl().searchParams.has(PARAMETER)) return
  replaceSearch({ [PARAMETER]: null })
  button.click()
}
