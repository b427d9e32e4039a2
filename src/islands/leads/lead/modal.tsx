import './modal.css'
import { useStore } from '@nanostores/react'
import { useLayoutEffect, useRef } from 'react'
import { leadPath } from '../../../domain/leads/path.ts'
import { $dialogLead, closeLeadDialog, openLeadDialog } from '../../../stores/leads/dialog.ts'
import { $leadSearch } from '../../../stores/leads/list.ts'
import { $lead, type LeadOnPage, titleOf } from '../../../stores/leads/page.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { TestTag } from '../../../ui/test-tag.tsx'
import { returnToRow } from './focus-row.ts'
import { LeadFooter } from './footer.tsx'
import { LeadNeighbors } from './neighbors.tsx'
import { LeadNotFound } from './not-found.tsx'
import { LeadPageSkeleton } from './skeleton.tsx'
import { LeadTabs } from './tabs.tsx'

/** The dialog's width in pixels (section 9). */
const WIDTH = 900

/** The lead in the URL, above the list (section 2, Lead dialog). */
export default function LeadModal() {
  const id = useStore($dialogLead)
  const page = useStore($lead)
  const shown = useRef(id)
  useLayoutEffect(() => {
    if (id !== null) shown.current = id
  }, [id])
  return (
    <Dialog
      className="lead-modal phone-dialog"
      open={id !== null}
      isInHistory
      width={WIDTH}
      title={<Title {...page} />}
      footer={page.lead && <LeadFooter lead={page.lead} />}
      onCancel={closeLeadDialog}
      afterClose={() => returnToRow(shown.current)}
    >
      {id !== null && page.lead && <Bar id={id} />}
      <Body {...page} />
    </Dialog>
  )
}

function Title(page: LeadOnPage) {
  const { lead } = page
  if (!lead) return titleOf(page)
  return (
    <span className="lead-modal-title">
      <Avatar name={titleOf(page)} id={lead.id} />
      <span className="lead-modal-name" dir="auto">
        {titleOf(page)}
      </span>
      <TestTag of={lead} />
      <span className="hidden-text">Status: </span>
      <StatusTag status={lead.status} />
    </span>
  )
}

function Bar({ id }: { id: string }) {
  const search = useStore($leadSearch)
  return (
    <div className="lead-modal-bar">
      <LeadNeighbors onTurn={openLeadDialog} />
      <a href={leadPath(id) + search}>Open page</a>
    </div>
  )
}

function Body(page: LeadOnPage) {
  if (page.status === 'loading') return <LeadPageSkeleton />
  if (page.lead) return <LeadTabs key={page.lead.id} lead={page.lead} />
  return (
    <LeadNotFound {...page}>
      <Button text="Back to Leads" onClick={closeLeadDialog} />
    </LeadNotFound>
  )
}
