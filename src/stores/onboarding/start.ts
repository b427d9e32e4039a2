import { NAMELESS_ORGANIZATION, PROPOSED_AGENT } from '../../domain/onboarding/onboarding.ts'
import { createOrganization, selectCreated } from '../../platform/session/create.ts'
import { storeDraftOf } from './onboarding.ts'

/**
 * Creates and selects an organization that the owner names later. Its setup begins with the first question.
 * Rejects with a readable reason if the identity provider creates none.
 */
export async function setUpBusiness(): Promise<void> {
  const id = await createOrganization(NAMELESS_ORGANIZATION)
  storeDraftOf(id, { stage: 'question', agent_name: PROPOSED_AGENT })
  await selectCreated(id)
}
