/** The permissions that API keys can have. */
export const SCOPES = [
  'leads:read',
  'leads:write',
  'leads:delete',
  'tasks:read',
  'tasks:write',
  'bookings:read',
  'bookings:write',
  'conversations:read',
  'conversations:write',
  'webhooks:read',
  'webhooks:write',
  'settings:read',
] as const
export type Scope = (typeof SCOPES)[number]
