import { atom } from 'nanostores'
import type { CompletenessProfile } from '../domain/completeness.ts'

/** The profile as it is being typed on the Settings screen, for the banner that follows it; null elsewhere. */
export const $typedProfile = atom<CompletenessProfile | null>(null)
