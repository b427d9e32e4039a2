import { expect, it, vi } from 'vitest'
import { createMetrics } from '../../../server/metrics/metrics.ts'
import { handBack, takeOver } from '../../../src/contract/conversations.ts'
import { createLead } from '../../../src/contract/leads.ts'
import { call, FRESH } from '../../support/api.ts'
import { parseScrape } from '../../support/scrape.ts'
import { beginChat, sayInChat } from '../../support/visitor.ts'
import { startWebhookServer } from '../../support/webhooks.ts'
import { colleague, replyTo } from '../conversations/support.ts'

it('counts takeovers and attempts to deliver webhooks', async () => {
  const server = await startWebhookServer()
  const metrics = createMetrics()
  server.deps.metrics = metrics
  const value = async (name: string) => parseScrape(await metrics.registry.metrics()).get(name)

  const session = await beginChat(server, FRESH)
  const params = { orgId: FRESH, conversationId: session.conversation_id }
  const takeovers = () => value('fieldhand_takeovers_total')
  await sayInChat(server, session, 'Lawn mowing')
  expect(await takeovers()).toBe(0)
  for (const text of ['Hello', 'One more thing']) await replyTo(server, session, text)
  expect(await takeovers()).toBe(1)
  await replyTo(server, session, 'Cora here', { token: await colleague(server), take: true })
  expect(await takeovers()).toBe(2)
  await call(server, handBack, { params })
  expect(await takeovers()).toBe(2)
  await call(server, takeOver, { params, body: {} })
  expect(await takeovers()).toBe(3)
  await sayInChat(server, session, 'Thanks')
  expect(await value('fieldhand_visitor_messages_total')).toBe(2)
  expect(await value('fieldhand_agent_answers_total')).toBe(1)

  await server.endpoint(FRESH)
  server.receiver.answer = { status: 500 }
  await call(server, createLead, { params: { orgId: FRESH }, body: { contact_name: 'Dana' } })
  await server.webhooks.look()
  await vi.waitFor(
    async () => expect(await value('fieldhand_webhook_attempts_total{outcome="failed"}')).toBeGreaterThan(0),
    { timeout: 30_000, interval: 50 },
  )
  server.receiver.answer = { status: 200 }
  await call(server, createLead, { params: { orgId: FRESH }, body: { contact_name: 'Drew' } })
  await server.webhooks.look()
  await vi.waitFor(
    async () =>
      expect(await value('fieldhand_webhook_attempts_total{outcome="delivered"}')).toBeGreaterThan(0),
    { timeout: 30_000, interval: 50 },
  )
  await server.close()
})
