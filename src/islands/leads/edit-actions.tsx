import App from 'antd/es/app'
import type { Lead } from '../../contract/leads.ts'
import { leadLabel } from '../../domain/lead-name.ts'
import { reasonOf } from '../../stores/failures.ts'
import { $dialogLead, closeLeadDialog } from '../../stores/lead-dialog.ts'
import { openLeadForm } from '../../stores/lead-form.ts'
import { goToLeads } from '../../stores/lead-page.ts'
import { REMOVAL_DELAY, removeLead } from '../../stores/lead-removal.ts'

/** Edit and Delete of a lead; a deletion can be undone for a while. */
export default function EditActions({ lead }: { lead: Lead }) {
  const { message } = App.useApp()
  const remove = () => {
    const key = `remove-${lead.id}`
    if ($dialogLead.get()) closeLeadDialog()
    else goToLeads()
    const { undo, done } = removeLead(lead.id)
    const undoAndSay = () => {
      const isBack = undo()
      message.info({ key, content: isBack ? 'The lead is back' : 'The lead has been deleted already' })
    }
    message.success({
      key,
      duration: REMOVAL_DELAY / 1000,
      content: (
        <>
          {`${leadLabel(lead).name} deleted`}
          <button type="button" className="toast-action" onClick={undoAndSay}>
            Undo
          </button>
        </>
      ),
    })
    done.catch((error: unknown) =>
      message.error({ key, content: `Failed to delete lead. ${reasonOf(error)}` }),
    )
  }
  return (
    <>
      <button type="button" className="button quiet" onClick={() => openLeadForm(lead)}>
        Edit
      </button>
      <button type="button" className="button quiet" onClick={remove}>
        Delete
      </button>
    </>
  )
}
