/** The permissions that API keys can have. */
export const SCOPES = [
  'leads:read',
  'leads:write',
  'leads:delete',
  'conversations:read',
  'settings:read',
] as const
export type Scope = (typeof SCOPES)[number]
