import type { LeadChange } from './outbox.ts'

/** What a change that waits will do, for people; `name` is what its lead is called. */
export function describeChange(change: LeadChange, name: string): string {
  switch (change.type) {
    case 'create':
      return `Add ${name}`
    case 'update':
      return `Change the details of ${name}`
    case 'status':
      return `Set ${name} to ${change.status}`
    case 'delete':
      return `Remove ${name}`
  }
}
