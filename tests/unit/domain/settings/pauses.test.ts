import { describe, expect, it } from 'vitest'
import { activePause, pauseChoices, pausedText, pauseEnd } from '../../../../src/domain/settings/pauses.ts'

const ZONE = 'America/New_York'
const NOW = new Date('2026-12-01T19:00:00Z')
const since = '2026-12-01T18:00:00Z'

describe('a pause', () => {
  it('is active until its end, or until a member ends it', () => {
    const open = { since, until: null }
    expect(activePause(open, NOW)).toBe(open)
    const later = { since, until: '2026-12-01T19:00:01Z' }
    expect(activePause(later, NOW)).toBe(later)
    expect(activePause({ since, until: '2026-12-01T19:00:00Z' }, NOW)).toBeNull()
    expect(activePause({ since, until: 'soon' }, NOW)).toBeNull()
    expect(activePause(undefined, NOW)).toBeNull()
  })

  it('ends in an hour, tomorrow morning in the time zone, or when a member resumes', () => {
    expect(pauseChoices(NOW, ZONE)).toEqual([
      { label: 'For 1 hour', until: '2026-12-01T20:00:00.000Z' },
      { label: 'Until tomorrow, 8:00 AM', until: '2026-12-02T13:00:00.000Z' },
      { label: 'Until you resume', until: null },
    ])
  })

  it('says until when', () => {
    expect(pauseEnd({ until: null }, NOW, ZONE)).toBe('until you resume')
    expect(pauseEnd({ until: '2026-12-01T20:00:00Z' }, NOW, ZONE)).toBe('until 3:00 PM')
    expect(pauseEnd({ until: '2026-12-02T13:00:00Z' }, NOW, ZONE)).toBe('until tomorrow, 8:00 AM')
    expect(pausedText('booking', { until: '2026-12-07T13:00:00Z' }, NOW, ZONE)).toBe(
      'Booking paused until Mon, Dec 7, 8:00 AM',
    )
  })
})
