import { $clerkStore, $userStore } from '@clerk/astro/client'
import { computed, type ReadableAtom } from 'nanostores'
import { logWarning } from '../log.ts'
import { getToken } from './session.ts'

/** Whether the user may create organizations, as far as Clerk knows. */
export const $mayCreateOrganization: ReadableAtom<boolean> = computed(
  $userStore,
  (user) => user?.createOrganizationEnabled ?? true,
)

/** Why Clerk has not created an organization, for the user. */
export class CreationError extends Error {
  override readonly name = 'CreationError'
}

/**
 * Creates an organization of the user. Returns its id; it is not selected yet. Waits up to 10 s for Clerk.
 * @throws {CreationError} with Clerk's reason.
 */
export async function createOrganization(name: string): Promise<string> {
  try {
    await getToken()
    const created = await $clerkStore.get()?.createOrganization({ name })
    if (created) return created.id
  } catch (error) {
    throw new CreationError(reasonIn(error), { cause: error })
  }
  throw new CreationError(UNREACHABLE)
}

/** Selects an organization that the user has just created. */
export async function selectCreated(id: string): Promise<void> {
  await $clerkStore.get()?.setActive({ organization: id })
}

/** Gives an organization another name if it is the user's and still has the name `before`. Never throws. */
export async function renameOrganization(id: string, before: string, name: string): Promise<void> {
  try {
    const membership = $clerkStore
      .get()
      ?.user?.organizationMemberships.find(({ organization }) => organization.id === id)
    if (membership?.organization.name === before) await membership.organization.update({ name })
  } catch (error) {
    logWarning('The organization could not be renamed', error)
  }
}

const UNREACHABLE = 'The sign-in service could not be reached. Check your internet connection.'

/** Returns the first message of Clerk's error, which is written for users. */
function reasonIn(error: unknown): string {
  const { errors } = (error ?? {}) as { errors?: { longMessage?: string; message?: string }[] }
  const [first] = Array.isArray(errors) ? errors : []
  return first?.longMessage || first?.message || UNREACHABLE
}
