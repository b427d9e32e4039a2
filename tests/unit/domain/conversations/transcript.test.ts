import { expect, it } from 'vitest'
import { transcript } from '../../../../src/domain/conversations/transcript.ts'

const message = {
  id: 'm',
  position: 0,
  created_at: '2026-11-20T15:00:00.000Z',
  author_name: null,
  client_id: null,
  photos: [],
}
const photo = (id: string) => ({ id, url: `https://w/${id}.jpg`, thumbnail_url: '', width: 4, height: 3 })

it('names who wrote each message, marks notes, and gives the time in UTC', () => {
  expect(
    transcript([
      { ...message, message_type: 'incoming', author: 'visitor', content: 'Hi\nthere' },
      { ...message, message_type: 'outgoing', author: 'agent', content: 'Hello' },
      { ...message, message_type: 'outgoing', author: 'person', content: 'Welcome' },
      { ...message, message_type: 'note', author: 'person', author_name: 'Olivia', content: 'Call her' },
    ]),
  ).toBe(`[2026-11-20 15:00 UTC] Visitor
Hi
there

[2026-11-20 15:00 UTC] Agent
Hello

[2026-11-20 15:00 UTC] Team
Welcome

[2026-11-20 15:00 UTC] Olivia (internal note)
Call her
`)
})

it('has the link of each photo after the words', () => {
  const photos = [photo('a'), photo('b')]
  const sent = { ...message, message_type: 'incoming', author: 'visitor', photos }
  const written = transcript([
    { ...sent, content: 'My yard' },
    { ...sent, content: '' },
  ])
  expect(written).toBe(`[2026-11-20 15:00 UTC] Visitor
My yard
Photo: https://w/a.jpg
Photo: https://w/b.jpg

[2026-11-20 15:00 UTC] Visitor
Photo: https://w/a.jpg
Photo: https://w/b.jpg
`)
})
