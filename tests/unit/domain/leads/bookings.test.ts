import { expect, test } from 'vitest'
import { directionsUrl, jobAddress, upcomingJobs } from '../../../../src/domain/leads/bookings.ts'
import { buildLead } from '../../../support/build-lead.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const booked = (id: string, booking_start_time: string | null, booking_status: string | null = 'scheduled') =>
  buildLead({ id, booking_start_time, booking_status })
const ids = (leads: readonly { id: string }[]) => leads.map(({ id }) => id)

test('upcoming jobs are sorted by time', () => {
  const leads = [
    booked('late', '2026-11-27T20:00:00Z'),
    booked('soon', '2026-11-20T15:00:01Z', null),
    booked('past', '2026-11-19T20:00:00Z', 'completed'),
    booked('this moment', '2026-11-20T15:00:00Z'),
    booked('never booked', null, null),
    booked('no date', 'tomorrow'),
  ]
  expect(ids(upcomingJobs(leads, NOW))).toEqual(['soon', 'late'])
})

test.each(['cancelled', 'canceled', 'Cancelled ', 'rejected', 'declined'])(
  'a booking with status %j does not count',
  (status) => {
    expect(upcomingJobs([booked('a', '2026-11-27T20:00:00Z', status)], NOW)).toEqual([])
  },
)

test("the address is the property's, else the prospect's, else the extracted one", () => {
  expect(jobAddress(buildLead({ property_address: ' 1 A St ', prospect_address: '2 B St' }))).toBe('1 A St')
  expect(jobAddress(buildLead({ property_address: ' ', prospect_address: '2 B St' }))).toBe('2 B St')
  expect(jobAddress(buildLead())).toBeNull()
})

test('directions contain the full address', () => {
  expect(directionsUrl('1 A & B St, Dublin')).toBe(
    'https://www.google.com/maps/dir/?api=1&destination=1%20A%20%26%20B%20St%2C%20Dublin',
  )
})
