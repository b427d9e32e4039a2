import { beforeEach, describe, expect, it } from 'vitest'
import { FRESH, GREEN } from '../../support/api.ts'
import { alertsOn, OWNER_EMAIL } from '../../support/alerts.ts'
import { textingServer } from '../../support/texting.ts'

const server = await textingServer()
const { deps, post } = server
const { db } = deps
const alerts = alertsOn(server)
let count = 0
let owner = ''
let jane = ''

beforeEach(async () => {
  await alerts.settled()
  await post.clear()
  count += 1
  owner = `+1614555${String(5000 + count * 10)}`
  jane = `+1614555${String(5001 + count * 10)}`
  await alerts.alert(GREEN, { phone: owner, email: OWNER_EMAIL })
})

describe('an alert about a visitor who waits', () => {
  it('explains how to answer it', async () => {
    await alerts.wait(GREEN, { name: 'Jane Doe', phone: jane })
    console.log(server.received(owner))
    console.log(await alerts.text(owner, '1'))
    console.log(server.received(jane))
  })
})
