import { describe, expect, it } from 'vitest'
import { STATUS_OPTIONS, statusLabel } from '../../../../src/domain/leads/status.ts'

describe('statuses', () => {
  it('are offered in order', () => {
    expect(STATUS_OPTIONS.map(({ label }) => label)).toEqual(['New', 'Converted', 'Lost'])
  })

  it('are shown unchanged if unknown', () => {
    expect(statusLabel('converted')).toBe('Converted')
    expect(statusLabel('archived')).toBe('archived')
    expect(statusLabel('')).toBe('')
  })
})
