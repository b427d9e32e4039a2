import type { Pipeline, PipelineStage } from '@hubspot/api-client/lib/codegen/crm/pipelines'

/** The pipeline that every new account has. */
export const DEFAULT_PIPELINE = 'default'

export const STAGES = [
  { id: 'appointmentscheduled', label: 'Appointment Scheduled', probability: '0.2' },
  { id: 'qualifiedtobuy', label: 'Qualified To Buy', probability: '0.4' },
  { id: 'presentationscheduled', label: 'Presentation Scheduled', probability: '0.6' },
  { id: 'decisionmakerboughtin', label: 'Decision Maker Bought-In', probability: '0.8' },
  { id: 'contractsent', label: 'Contract Sent', probability: '0.9' },
  { id: 'closedwon', label: 'Closed Won', probability: '1.0' },
  { id: 'closedlost', label: 'Closed Lost', probability: '0.0' },
] as const

/** Returns the deal pipelines of an account that was created at this time. */
export function dealPipelines(createdAt: Date): Pipeline[] {
  const stages = STAGES.map(
    ({ id, label, probability }, displayOrder): PipelineStage => ({
      id,
      label,
      displayOrder,
      metadata: { isClosed: String(id.startsWith('closed')), probability },
      createdAt,
      updatedAt: createdAt,
      archived: false,
    }),
  )
  return [
    {
      id: DEFAULT_PIPELINE,
      label: 'Sales Pipeline',
      displayOrder: 0,
      stages,
      createdAt,
      updatedAt: createdAt,
      archived: false,
    },
  ]
}
