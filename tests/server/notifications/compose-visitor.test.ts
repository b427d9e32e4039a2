import { describe, expect, it } from 'vitest'
import { newId } from '../../../server/base/ids.ts'
import { withoutLinks } from '../../../server/notifications/compose/words.ts'
import { call, composing, NOW, START, toVisitor } from '../../support/composing.ts'

const { db, addVisitor, say, mail } = composing()

describe('a mail to a visitor', () => {
  it('confirms the call from the business, with an invitation', async () => {
    const { booking, ...visitor } = await addVisitor()
    const sent = await mail('confirmation', { ...visitor, ...toVisitor, ...call })
    expect(sent.fromName).toBe('Green Acres')
    expect(sent.replyTo).toEqual({ name: 'Green Acres', address: 'hello@greenacres.test' })
    expect(sent.subject).toBe('Your estimate call with Green Acres: Mon, Nov 23, 3:00 PM EST')
    expect(sent.text).toContain('Hi Ada,\n')
    expect(sent.text).toContain(`See your booking: https://widget.fieldhand.test/booking/${booking}\n`)
    expect(sent.text).toContain(`/unsubscribe/${sent.row.token}`)
    const file = sent.invite?.content.replaceAll('\r\n ', '')
    expect(sent.invite?.method).toBe('REQUEST')
    expect(file).toContain('METHOD:REQUEST\r\n')
    expect(file).toContain(`UID:${booking}@fieldhand\r\n`)
    expect(file).toContain('DTSTART:20261123T200000Z\r\n')
    expect(file).toContain('ORGANIZER;CN="Green Acres":mailto:hello@greenacres.test\r\n')
    expect(file).toMatch(/ATTENDEE;CN="Ada Hedgerow";[^\r]*:mailto:ada@hedgerow\.test\r\n/)
  })

  it('is Spanish after a conversation in Spanish, with its invitation', async () => {
    const visitor = await addVisitor({ language: 'es' })
    const sent = await mail('confirmation', { ...visitor, ...toVisitor, ...call })
    expect(sent.subject).toBe('Su llamada de presupuesto con Green Acres: lun, 23 de nov, 3:00 p.m. EST')
    expect(sent.html).toContain('<html lang="es">')
    expect(sent.text).toContain('Hola, Ada:\n')
    expect(sent.text).toContain('lunes, 23 de noviembre a las 3:00 p.m. EST')
    expect(sent.text).toContain('Recibe este correo porque')
    expect(sent.invite?.content).toContain('SUMMARY:Llamada de presupuesto con Green Acres\r\n')
    const data = { start: START }
    for (const kind of ['confirmation_moved', 'reminder', 'transcript'] as const) {
      const { text } = await mail(kind, { ...visitor, ...toVisitor, data })
      expect(text).not.toMatch(/\b(?:the|your|with|call|You|Hi)\b/)
    }
  })

  it.each([
    [
      'en',
      'Your estimate visit with Green Acres',
      'will come by',
      'About 90 minutes',
      /estimate call|will call you|We call/,
    ],
    [
      'es',
      'Su visita de presupuesto con Green Acres',
      'pasará a verle',
      'Unos 90 minutos',
      /llamada|llamará|Llamamos/,
    ],
  ] as const)(
    'confirms a visit with its place and length, in %s',
    async (language, subject, comes, length, calls) => {
      const visitor = await addVisitor({ language })
      await db()
        .updateTable('leads')
        .set({ booking_kind: 'visit', booking_minutes: 90, property_address: '12 Elm St, Austin' })
        .execute()
      const sent = await mail('confirmation', { ...visitor, ...toVisitor, ...call })
      expect(sent.subject).toContain(subject)
      for (const part of [comes, length, '12 Elm St, Austin']) expect(sent.text).toContain(part)
      expect(sent.text).not.toMatch(calls)
      const file = sent.invite?.content.replaceAll('\r\n ', '')
      expect(file).toContain('DTSTART:20261123T200000Z\r\nDTEND:20261123T213000Z\r\n')
      expect(file).toContain('LOCATION:12 Elm St\\, Austin\r\n')
      const { text } = await mail('reminder', { ...visitor, ...toVisitor, data: { start: START } })
      expect(text).not.toMatch(calls)
    },
  )

  it('keeps the uid and raises the sequence with each change', async () => {
    const visitor = await addVisitor()
    const versions = [
      await mail('confirmation', { ...visitor, ...toVisitor, ...call }),
      await mail('confirmation_moved', {
        ...visitor,
        ...toVisitor,
        ...call,
        created_at: new Date(NOW.getTime() + 1_000),
      }),
    ]
    await db().updateTable('leads').set({ booking_status: 'cancelled' }).execute()
    versions.push(
      await mail('confirmation_canceled', {
        ...visitor,
        ...toVisitor,
        ...call,
        created_at: new Date(NOW.getTime() + 2_000),
      }),
    )
    const valuesOf = (name: string) =>
      versions.map(({ invite }) => new RegExp(`^${name}:(.*)\r$`, 'm').exec(invite?.content ?? '')?.[1])
    expect(new Set(valuesOf('UID')).size).toBe(1)
    expect(valuesOf('METHOD')).toEqual(['REQUEST', 'REQUEST', 'CANCEL'])
    expect(valuesOf('STATUS')).toEqual(['CONFIRMED', 'CONFIRMED', 'CANCELLED'])
    const [first, ...later] = valuesOf('SEQUENCE').map(Number)
    expect(later).toEqual([Number(first) + 1, Number(first) + 2])
    const own = await mail('confirmation_canceled', {
      ...visitor,
      ...toVisitor,
      data: { start: START, sequence: 7 },
    })
    expect(own.invite?.content).toContain('SEQUENCE:7\r\n')
  })

  it('reminds in the words of the business’s time, also across a clock change', async () => {
    const visitor = await addVisitor()
    const reminded = async (start: string, now: string) => {
      await db().updateTable('leads').set({ booking_start_time: start }).execute()
      const { subject } = await mail('reminder', { ...visitor, ...toVisitor, data: { start } }, new Date(now))
      return subject
    }
    const prefix = 'Reminder: your estimate call with Green Acres is'
    expect(await reminded(START, '2026-11-22T20:00:00Z')).toBe(`${prefix} tomorrow at 3:00 PM (Eastern)`)
    expect(await reminded(START, '2026-11-23T18:00:00Z')).toBe(`${prefix} today at 3:00 PM (Eastern)`)
    // The clocks go forward on March 8 and back on November 1.
    expect(await reminded('2026-03-08T19:00:00Z', '2026-03-07T20:00:00Z')).toBe(
      `${prefix} tomorrow at 3:00 PM (Eastern)`,
    )
    expect(await reminded('2026-03-09T03:30:00Z', '2026-03-08T04:30:00Z')).toBe(
      `${prefix} tomorrow at 11:30 PM (Eastern)`,
    )
    expect(await reminded('2026-11-02T04:30:00Z', '2026-11-01T04:30:00Z')).toBe(
      `${prefix} today at 11:30 PM (Eastern)`,
    )
  })

  it('is withdrawn if the call was canceled or moved, or is over', async () => {
    const visitor = await addVisitor()
    const kinds = ['confirmation', 'confirmation_moved', 'reminder'] as const
    const reasons = async (data: object, now = NOW) =>
      Promise.all(
        kinds.map(async (kind) => {
          const { composed } = await say(kind, { ...visitor, ...toVisitor, data }, now)
          return composed && 'canceled' in composed ? composed.canceled : null
        }),
      )
    expect(await reasons({ start: START })).toEqual([null, null, null])
    expect(await reasons({ start: '2026-11-24T20:00:00.000Z' })).toEqual(
      kinds.map(() => 'The appointment was moved'),
    )
    expect(await reasons({ start: START }, new Date('2026-11-23T20:30:00Z'))).toEqual(
      kinds.map(() => 'The appointment is over'),
    )
    expect(await reasons({ start: START }, new Date(START))).toEqual([
      null,
      null,
      'The appointment has begun',
    ])
    await db().updateTable('leads').set({ status: 'lost' }).execute()
    expect(await reasons({ start: START })).toEqual([null, null, 'The lead is marked as lost'])
    const canceled = { ...visitor, ...toVisitor, ...call }
    expect((await say('confirmation_canceled', canceled)).composed).toEqual({
      canceled: 'The appointment was booked again',
    })
    await db().updateTable('leads').set({ booking_status: 'cancelled' }).execute()
    expect(await reasons({ start: START })).toEqual(kinds.map(() => 'The appointment was canceled'))
    expect((await say('confirmation_canceled', canceled)).composed).toMatchObject({ channel: 'email' })
  })

  it('has no web address that a stranger entered as a name, which mail programs would link', async () => {
    const visitor = await addVisitor()
    const named = async (prospect_name: string) => {
      await db().updateTable('leads').set({ prospect_name }).execute()
      return (await mail('confirmation', { ...visitor, ...toVisitor, ...call })).text
    }
    expect(await named('J.R. Hedgerow')).toContain('Hi J.R.,\n')
    const text = await named('win.example.com Hedgerow')
    expect(text).toContain('Hi,\n')
    expect(text).not.toContain('win.example.com')
  })

  it('contains the conversation without notes, and a way for a stranger to stop such mail', async () => {
    const { conversation_id } = await addVisitor()
    const sent = await mail('transcript', { conversation_id, ...toVisitor })
    expect(sent.text).toContain('You, Nov 20, 10:00 AM\nA tree fell on my fence\n')
    expect(sent.text).toContain('Assistant, Nov 20, 10:00 AM\nWe can help\n')
    expect(sent.text + sent.html).not.toContain('Internal remark')
    expect(sent.text).toContain('/api/v1/notifications/unsubscribe/')
  })

  it('contains the end of a very long conversation', async () => {
    const { conversation_id } = await addVisitor()
    const fill = (from: number, content: string) =>
      db()
        .insertInto('messages')
        .values(
          Array.from({ length: 300 }, (_, index) => ({
            id: newId('msg'),
            organization_id: 'org',
            conversation_id,
            position: from + index,
            message_type: 'incoming' as const,
            author: 'visitor' as const,
            content,
            created_at: NOW,
          })),
        )
        .execute()
    const text = async () => (await mail('transcript', { conversation_id, ...toVisitor })).text
    await fill(3, 'short')
    expect(await text()).toContain('Here is our conversation.')
    await fill(303, 'short')
    const cut = await text()
    expect(cut).toContain('Here is the end of our conversation.')
    expect(cut.match(/^short$/gm)).toHaveLength(500)
    await fill(603, 'x'.repeat(4_000))
    expect((await text()).match(/^x{4000}$/gm)).toHaveLength(50)
  })
})

describe('what a business or a visitor enters as a name', () => {
  it.each([
    ['Prizes at evil.example', 'Prizes at evil example'],
    ['https://evil.example/x', 'https evil example/x'],
    ['evil\uff0eexample', 'evil example'],
    ['evil.\u200bexample', 'evil example'],
    ['evil\u3002example', 'evil example'],
    ['Win 1.co', 'Win 1 co'],
    ['Call +1 (614) 555-0199 now', 'Call now'],
    ['Call 614\u00b7555\u00b70199', 'Call'],
    ['Call \uff16\uff11\uff14\uff15\uff15\uff15\uff10\uff11\uff19\uff19', 'Call'],
    ['St. John & Sons, Est. 1995', 'St. John & Sons, Est. 1995'],
    ['Lawn Care 24/7', 'Lawn Care 24/7'],
    ['Go http:\u0001//evil.\u0001com/pay', 'Go http evil com/pay'],
    ['Call 800    555    0199', 'Call'],
    ['सस्ती.com', 'सस्ती com'],
    ['example.भारत', 'example भारत'],
    ['x❤.ws evil-.com evil_.com', 'x❤ ws evil- com evil_ com'],
  ])('%j is %j in a message', (given, shown) => {
    expect(withoutLinks(given)).toBe(shown)
  })

  it('is no link or number in any message to a visitor', async () => {
    const fields = {
      business_name: 'Prizes at evil.example',
      agent_name: 'Ask evil.example',
      phone: 'see evil.example',
      email: 'hello@greenacres.test',
    }
    await db()
      .updateTable('profiles')
      .set({ fields: JSON.stringify(fields) })
      .execute()
    const lead = {
      prospect_name: 'evil.example Ada',
      prospect_phone: 'pay at evil.example or 1',
      service_interest: 'Visit evil.example, call 614-555-0199',
    }
    const visitor = await addVisitor({ lead })
    for (const kind of ['confirmation', 'confirmation_moved', 'reminder', 'transcript'] as const) {
      const sent = await mail(kind, { ...visitor, ...toVisitor, ...call })
      const { fromName, replyTo, subject, text, html, invite } = sent
      const all = [fromName, replyTo?.name, subject, text, html, invite?.content.replaceAll('\r\n ', '')]
      expect(all.join('\n')).not.toMatch(/evil\.example|555.?0199/)
      expect(subject).toMatch(/Prizes at evil example/)
    }
    await db()
      .updateTable('profiles')
      .set({ fields: JSON.stringify({ ...fields, business_name: 'Prizes at evil.\u{1f600}example' }) })
      .execute()
    const text = await say('confirmation', { ...visitor, ...toVisitor, ...call, channel: 'sms' })
    expect(JSON.stringify(text)).not.toContain('evil.example')
  })

  it('is no link in the Spanish name of a service', async () => {
    const services_spanish = { Mulching: 'Visite evil.example' }
    await db()
      .updateTable('profiles')
      .set({ fields: JSON.stringify({ business_name: 'Green Acres', services_spanish }) })
      .execute()
    const lead = { service_interest: 'Mulching, Tree Services' }
    const visitor = await addVisitor({ lead, language: 'es' })
    const { text, html } = await mail('confirmation', { ...visitor, ...toVisitor, ...call })
    expect(text).toContain('Visite evil example, Servicios de árboles')
    expect(text + html).not.toContain('evil.example')
    const english = await addVisitor({ lead: { ...lead, booking_start_time: '2026-11-24T20:00:00.000Z' } })
    const sent = await mail('confirmation', {
      ...english,
      ...toVisitor,
      data: { start: '2026-11-24T20:00:00.000Z' },
    })
    expect(sent.text).toContain('Mulching, Tree Services')
  })
})
