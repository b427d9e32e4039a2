import { randomUUID } from 'node:crypto'
import type { ErrorDetail, ModelError } from '@hubspot/api-client/lib/codegen/crm/contacts'

export class HubSpotError extends Error {
  readonly status: number
  readonly body: Omit<ModelError, 'correlationId'>

  constructor(status: number, category: string, message: string, more: Partial<ModelError> = {}) {
    super(message)
    this.status = status
    this.body = { category, message, ...more }
  }

  toResponse(): Response {
    const body: ModelError & { status: string } = {
      status: 'error',
      ...this.body,
      correlationId: randomUUID(),
    }
    return Response.json(body, { status: this.status })
  }
}

export const notFound = (what = 'resource not found') => new HubSpotError(404, 'OBJECT_NOT_FOUND', what)

export const invalid = (message: string, errors?: ErrorDetail[]) =>
  new HubSpotError(400, 'VALIDATION_ERROR', message, errors ? { errors } : {})

/** A value that HubSpot rejects. */
export interface BadValue {
  name: string
  error: string
  message: string
}

/** Returns HubSpot's error for invalid property values. Its message lists them as JSON. */
export function badValues(values: readonly BadValue[]): HubSpotError {
  const listed = values.map((value) => ({
    isValid: false,
    ...value,
    localizedErrorMessage: value.message,
  }))
  return invalid(
    `Property values were not valid: ${JSON.stringify(listed)}`,
    values.map(({ name, error, message }) => ({ message, code: error, context: { propertyName: [name] } })),
  )
}
