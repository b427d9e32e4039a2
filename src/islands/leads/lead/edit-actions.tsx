import type { Lead } from '../../../contract/leads.ts'
import { deleteLead } from '../../../stores/leads/changes.ts'
import { $dialogLead, closeLeadDialog } from '../../../stores/leads/dialog.ts'
import { openLeadForm } from '../../../stores/leads/form.ts'
import { goToLeads } from '../../../stores/leads/page.ts'
import { $owner } from '../../../stores/session/owner.ts'
import { reasonOf } from '../../../stores/shell/failures.ts'
import { useToast } from '../../../ui/toast.tsx'

/** Edit and Delete of a lead; the list offers to undo a deletion. */
export default function EditActions({ lead }: { lead: Lead }) {
  const toast = useToast()
  const remove = async () => {
    const isInDialog = $dialogLead.get() !== null
    if (isInDialog) closeLeadDialog()
    try {
      await deleteLead($owner.get(), lead)
      if (!isInDialog) goToLeads()
    } catch (error) {
      toast.error(`Failed to delete lead. ${reasonOf(error)}`)
    }
  }
  return (
    <>
      <button type="button" className="button quiet" onClick={() => openLeadForm(lead)}>
        Edit
      </button>
      <button type="button" className="button quiet" onClick={() => void remove()}>
        Delete
      </button>
    </>
  )
}
