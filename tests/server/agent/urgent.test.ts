import { describe, expect, it } from 'vitest'
import { aContext } from './business.ts'
import { converse, last } from './conversation.ts'

const PHONE = '(555) 010-0199'

describe('something that cannot wait', () => {
  it.each([
    'The sprinkler in the front wont turn off, water is running down the street',
    'your guys are on the way but please tell them not to come today, our dog is loose',
    'Need the driveway plowed tonight, I have to be at the hospital for work at 6am',
    'the crew put a new lock on my side gate and my car is stuck behind it, I leave for work in 20 min',
    'se quedó abierta la llave del riego y no la puedo cerrar, se está inundando la banqueta',
  ])('is marked once: %s', (message) => {
    const [, first, second] = converse([message, 'it is getting worse'], aContext({ phone: PHONE }))
    expect(first?.replies.join(' ')).toContain(PHONE)
    expect(first?.needs).toMatch(/^(?:urgent|emergency)$/)
    expect(first?.state.asked?.topic).toBe('contact')
    expect(second?.replies.join(' ')).not.toContain(PHONE)
  })

  it.each([
    'How fast can you come out for an estimate?',
    'Do you plow at night?',
    'The gate code is 4455 and the dog is inside',
    'Tonight works for a call',
    'One sprinkler head leaks a little, no rush',
    'The crew was great today, thank you',
    '¿Cuándo podrían venir a cortar el pasto?',
  ])('is not: %s', (message) => {
    expect(last(converse([message], aContext({ phone: PHONE }))).needs).not.toBe('urgent')
  })
})
