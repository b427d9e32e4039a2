import { expect, it } from 'vitest'
import { beginImport, checkImport, importRows } from '../../../src/contract/lead-imports.ts'
import { listLeads } from '../../../src/contract/leads.ts'
import { call, FRESH, RIVAL } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()
const ZONE = { timezone: 'America/New_York', date_order: 'mdy' as const }
const BATCHES = 30
const ROWS = 100
const params = { orgId: FRESH, importId: 'many' }
const headers = { Authorization: `Bearer ${await server.tokenFor('owner@fieldhand.test')}` }

const rowsOf = (batch: number) =>
  Array.from({ length: ROWS }, (_, index) => {
    const row = batch * ROWS + index + 2
    return { row, cells: { prospect_name: 'Ann', prospect_email: `ann${row}@bulk.test` } }
  })
const send = (batch: number) =>
  call(server, importRows, { params, body: { ...ZONE, rows: rowsOf(batch) }, headers })

it('batches of an organization wait for one another, but only some, and no other organization waits', async () => {
  const body = { id: 'many', file_name: 'leads.csv', file_hash: 'a'.repeat(64), rows: BATCHES * ROWS }
  await call(server, beginImport, { params, body })
  const ended: string[] = []
  const answers = Promise.all(
    Array.from({ length: BATCHES }, async (_, batch) => {
      const answer = await send(batch)
      if (answer.status === 200) ended.push('batch')
      return { batch, ...answer }
    }),
  )
  const other = await call(server, checkImport, {
    params: { orgId: RIVAL },
    body: { ...ZONE, file_hash: 'b'.repeat(64), rows: rowsOf(0) },
    as: 'rival',
  })
  ended.push('other')
  expect(other.status).toBe(200)
  const refused = (await answers).filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThanOrEqual(10)
  expect(ended.indexOf('other')).toBeLessThan(ended.length - 4)
  for (const { batch, ...answer } of refused) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '5'])
    expect(answer.body).toEqual({ message: 'Too many imports at once. Please wait a moment and try again' })
    expect((await send(batch)).status).toBe(200)
  }
  const { body: leads } = await call(server, listLeads, { params: { orgId: FRESH } })
  expect(leads).toHaveLength(BATCHES * ROWS)
})
