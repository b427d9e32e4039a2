/** What applying a journal changes in the restored data, in the order in which it is reported: one, and more. */
export const EFFECTS = {
  organizations: ['erased organization', 'erased organizations'],
  organizationData: ['organization with erased data', 'organizations with erased data'],
  leads: ['erased lead', 'erased leads'],
  conversations: ['erased conversation', 'erased conversations'],
  keys: ['revoked API key', 'revoked API keys'],
  webhooks: ['removed webhook', 'removed webhooks'],
  feeds: ['removed calendar address', 'removed calendar addresses'],
  connections: ['disconnected calendar or service', 'disconnected calendars and services'],
  memberships: ['ended membership', 'ended memberships'],
  admins: ['removed admin', 'removed admins'],
  people: ['removed person who was notified', 'removed people who were notified'],
  devices: ['removed device', 'removed devices'],
  mailOptOuts: ['opt-out from email', 'opt-outs from email'],
  textOptOuts: ['opt-out from text messages', 'opt-outs from text messages'],
  consents: ['withdrawn consent to text messages', 'withdrawn consents to text messages'],
  optIns: ['withdrawn opt-out', 'withdrawn opt-outs'],
} as const

export type Effect = keyof typeof EFFECTS
export type Effects = Record<Effect, number>

export const noEffects = (): Effects =>
  Object.fromEntries(Object.keys(EFFECTS).map((effect) => [effect, 0])) as Effects
