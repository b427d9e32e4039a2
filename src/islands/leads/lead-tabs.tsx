import Tabs from 'antd/es/tabs'
import type { Lead } from '../../contract/leads.ts'
import { ConversationPanel } from './conversation-panel.tsx'
import { LeadDetails } from './lead-details.tsx'
import { LeadInsights } from './lead-insights.tsx'

/** The three tabs of a lead, in its dialog and on its page. */
export function LeadTabs({ lead }: { lead: Lead }) {
  return (
    <Tabs
      className="lead-tabs"
      destroyOnHidden
      items={[
        { key: 'details', label: 'Lead Details', children: <LeadDetails lead={lead} /> },
        { key: 'conversation', label: 'Conversation', children: <ConversationPanel /> },
        { key: 'insights', label: 'Agent Insights', children: <LeadInsights lead={lead} /> },
      ]}
    />
  )
}
