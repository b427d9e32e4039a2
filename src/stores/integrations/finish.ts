import { atom, computed, type ReadableAtom } from 'nanostores'
import { isFinal } from '../../api/errors.ts'
import type { Approval, ConnectResult } from '../../contract/consent.ts'
import { takeApproval } from '../../platform/page/approval.ts'
import { replaceSearch } from '../../platform/page/navigation.ts'
import { preventReloadDuring } from '../../platform/page/page-reload.ts'
import { onPageSwap } from '../../platform/page/page-state.ts'
import { reasonOf } from '../base/failures.ts'
import { until } from '../base/query/until.ts'
import { $account, type Account, isSameAccount } from '../base/session/account.ts'

/** An approval that is being used. `problem` is the reason why the last attempt to use it failed. */
export interface Finishing {
  problem: string | null
}

interface Parts {
  /** The provider's name in the URL. */
  provider: string
  /** Asks the server to connect. */
  send: (organizationId: string, approval: Approval) => Promise<ConnectResult>
  /** Asks the server whether the provider is connected. */
  isConnected: (organizationId: string) => Promise<boolean>
  /** Applies a connection to the cached responses. */
  apply: (organizationId: string) => Promise<void>
  /** Shows the result to the owner who has finished connecting. */
  show: (result: ConnectResult) => void
  /** Shows why the server rejects the approval. */
  reject: (reason: string) => void
}

export interface Finish {
  $finishing: ReadableAtom<Finishing | null>
  /** Whether the server is connecting the provider. */
  $isFinishing: ReadableAtom<boolean>
  /**
   * Uses the approval that the browser has brought back. Returns whether there is one, even if it is already in use.
   */
  begin: () => boolean
  /** Retries after a problem. */
  retry: () => Promise<void>
  /** Discards the approval after a problem. */
  giveUp: () => void
}

/**
 * Returns the last step of connecting a provider, for the signed-in user. The server rejects everyone except the member
 * who started connecting.
 */
export function createFinish({ provider, send, isConnected, apply, show, reject }: Parts): Finish {
  const $finishing = atom<Finishing | null>(null)
  let approval: Approval | null = null
  /** Whether the server may have used the approval although this page received no response. */
  let isUnsure = false

  // Until this is called, the URL indicates an expired request, in case the page is reloaded.
  const clearAddress = () => replaceSearch({ [provider]: null })

  function end(): void {
    approval = null
    $finishing.set(null)
    clearAddress()
  }

  async function resultFor(organizationId: string, { code, state }: Approval): Promise<ConnectResult> {
    const result = await send(organizationId, { code, state })
    if (result !== 'expired' || !isUnsure) return result
    return (await isConnected(organizationId)) ? 'connected' : 'failed'
  }

  async function run(): Promise<void> {
    $finishing.set({ problem: null })
    const account = await until($account, (known): known is Account => known !== null)
    if (!approval) return
    const used = approval
    try {
      const result = await preventReloadDuring(() => resultFor(account.organizationId, used))
      if (result === 'connected') await apply(account.organizationId)
      end()
      if (isSameAccount(account, $account.get())) show(result)
    } catch (error) {
      if (isFinal(error)) {
        end()
        if (isSameAccount(account, $account.get())) reject(reasonOf(error))
        return
      }
      isUnsure = true
      $finishing.set({ problem: reasonOf(error) })
    }
  }

  return {
    $finishing,
    $isFinishing: computed($finishing, (finishing) => finishing !== null && finishing.problem === null),
    begin() {
      const brought = takeApproval(provider)
      if (!brought) return $finishing.get() !== null
      approval = brought
      isUnsure = false
      // Going back to this page must not report an expired request.
      const stop = onPageSwap(clearAddress)
      void run().finally(stop)
      return true
    },
    async retry() {
      if ($finishing.get()?.problem) await run()
    },
    giveUp() {
      if ($finishing.get()?.problem) end()
    },
  }
}
