import { postErasure } from '../../api/privacy.ts'
import { logWarning } from '../../platform/log.ts'
import { queryClient } from '../base/query/client.ts'
import { during } from '../organization/data-rights.ts'

/**
 * Erases the organization's data on the server and on this device. Returns false if the user leaves the organization
 * first. Rejects if the server rejects the erasure.
 */
export async function eraseData(typedName: string): Promise<boolean> {
  const isErased = await during('erasure', async (account) => {
    // Imported before anything is erased, in case the import fails.
    const { forgetHere } = await import('./forget-organization.ts')
    await postErasure(account.organizationId, typedName)
    await forgetHere(account).catch((error: unknown) =>
      logWarning('The data stored on this device could not be removed', error),
    )
    void queryClient.resetQueries({ queryKey: [account.organizationId] })
    return true
  })
  return isErased === true
}
