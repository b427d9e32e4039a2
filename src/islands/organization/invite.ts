import { currentUrl, replaceSearch } from '../../platform/page/navigation.ts'

const PARAMETER = 'invite'

/** The URL of the members page in Clerk's organization profile, with the invitation form open. */
export const INVITE_URL = `/organization?${PARAMETER}=1#/organization-members`

/** Opens Clerk's invitation form once its button exists, if the URL requests it. A reload doesn't reopen the form. */
export function openInvitation(profile: Element): void {
  const button = profile.querySelector<HTMLButtonElement>('.cl-membersPageInviteButton')
  if (!button || !currentUrl().searchParams.has(PARAMETER)) return
  replaceSearch({ [PARAMETER]: null })
  button.click()
}
