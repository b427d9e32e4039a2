import type { Lead } from '../../contract/leads.ts'

/** Returns whether a lead counts: it did not come from a test. */
export const isVisitors = ({ is_test }: Pick<Lead, 'is_test'>): boolean => is_test !== true
