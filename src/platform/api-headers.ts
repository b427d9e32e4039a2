export function apiHeaders(
  organizationId: string | null | undefined,
  bearer: string | null,
  accept = 'application/json',
): Record<string, string> {
  return {
    Accept: accept,
    'Content-Type': 'application/json',
    ...(bearer && { Authorization: `Bearer ${bearer}` }),
    ...(organizationId && { 'X-Organization-ID': organizationId }),
  }
}
