/** What API keys can be allowed to do. */
export const SCOPES = ['leads:read', 'leads:write', 'conversations:read', 'settings:read'] as const
export type Scope = (typeof SCOPES)[number]
