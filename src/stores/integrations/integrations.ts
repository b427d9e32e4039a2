import type { ReadableAtom } from 'nanostores'
import { fetchIntegrationStatus } from '../../api/integrations.ts'
import type { IntegrationStatus } from '../../contract/integrations.ts'
import { organizationQuery, type QueryState } from '../base/query/query.ts'

export const $integrationStatus: ReadableAtom<QueryState<IntegrationStatus>> = organizationQuery({
  kind: 'integration-status',
  read: fetchIntegrationStatus,
})
