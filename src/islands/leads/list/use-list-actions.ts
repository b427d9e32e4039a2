import { useState } from 'react'
import { counted } from '../../../domain/common/counted.ts'
import { FAILURES } from '../../../stores/base/failures.ts'
import { reloadLeads } from '../../../stores/leads/list.ts'
import { NOT_LOADED } from '../../../ui/lazy-part.tsx'
import { useToast } from '../../../ui/toast.tsx'

/** Returns the list's actions, which the toolbar, the page's header, and the menus share. */
export function useListActions() {
  const toast = useToast()
  const [isReloading, setReloading] = useState(false)

  const addLead = async () => {
    try {
      const { openLeadForm } = await import('../../../stores/leads/form.ts')
      openLeadForm(null)
    } catch {
      toast.error(NOT_LOADED)
    }
  }

  /** Exports the filtered leads of all pages in the current order. */
  const exportCsv = async () => {
    try {
      const { exportLeads, loadAllLeads } = await import('../../../stores/leads/files.ts')
      await loadAllLeads()
      const count = exportLeads()
      toast.success(`${counted(count, 'lead')} exported`)
    } catch {
      toast.error('Failed to export leads')
    }
  }

  const autoMarkLost = async () => {
    toast.info('Leads are marked as lost automatically by the system.')
    setReloading(true)
    try {
      await reloadLeads()
    } catch {
      toast.error(FAILURES.autoMarkLost)
    } finally {
      setReloading(false)
    }
  }

  return { addLead, exportCsv, autoMarkLost, isReloading }
}
