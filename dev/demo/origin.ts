import type { ChatOrigin } from '../../src/contract/widget.ts'
import type { Random } from './random.ts'

type Origin = { [Part in keyof ChatOrigin]-?: string | null }

const NOWHERE: Origin = { page: null, utm_source: null, utm_medium: null, utm_campaign: null }

const PAGES = [
  '/',
  '/',
  '/',
  '/lawn-care',
  '/lawn-care',
  '/pricing',
  '/landscape-design',
  '/contact',
] as const

const CAMPAIGNS = [
  { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'lawn-care-columbus' },
  { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'fall-cleanup' },
  { utm_source: 'facebook', utm_medium: 'paid_social', utm_campaign: 'before-and-after' },
  { utm_source: 'nextdoor', utm_medium: 'referral', utm_campaign: null },
] as const

/** Returns where a lead's chat started; `NOWHERE` for other sources. */
export function originOf(source: string, random: Random): Origin {
  if (source !== 'website_chat') return NOWHERE
  const campaign = random.chance(0.45) ? random.pick<Partial<Origin>>(CAMPAIGNS) : {}
  return { ...NOWHERE, page: random.pick(PAGES), ...campaign }
}
