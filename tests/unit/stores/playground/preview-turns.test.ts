import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { queryClient } from '../../../../src/stores/base/query/client.ts'
import { $previewTurns, openPreview, type Preview } from '../../../../src/stores/playground/playground.ts'
import { connectConsole } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { beginChat, sayInChat } from '../../../support/visitor.ts'

const FRESH = 'org_freshcut'

const server = await sharedServer()
let preview: Preview
let tell: (conversationId: string) => void
let network: ReturnType<typeof connectConsole>

beforeEach(() => {
  network = connectConsole(server)
  signInTo(FRESH)
  preview = openPreview((listener) => {
    tell = (conversation_id) =>
      listener({ source: 'fieldhand-preview', type: 'conversation', conversation_id })
    return { post: () => {}, close: () => {} }
  })
  onTestFinished($previewTurns.listen(() => {}))
})
afterEach(() => {
  preview.close()
  queryClient.clear()
  signOutNow()
  configure()
})

const asked = () => $previewTurns.get().map((turn) => turn.asked)
const shows = (questions: string[]) => eventually(() => expect(asked()).toEqual(questions))

it('has the answers to what was just asked in the preview, latest first, until it starts over', async () => {
  expect(asked()).toEqual([])
  const session = await beginChat(server, FRESH)
  await sayInChat(server, session, 'Are you insured?')
  tell(session.conversation_id)
  await shows(['Are you insured?'])
  await sayInChat(server, session, 'Do you sell sod?')
  tell(session.conversation_id)
  await shows(['Do you sell sod?', 'Are you insured?'])
  preview.retry()
  await shows([])
})

it('has nothing from conversations of other organizations', async () => {
  const session = await beginChat(server, 'org_rivalmowing')
  await sayInChat(server, session, 'Are you insured?')
  const before = network.requests.length
  tell(session.conversation_id)
  await eventually(() => expect(network.requests.length).toBeGreaterThan(before))
  await eventually(() => expect(queryClient.isFetching()).toBe(0))
  expect(asked()).toEqual([])
})
