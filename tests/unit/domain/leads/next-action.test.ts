import { expect, it } from 'vitest'
import { nextAction } from '../../../../src/domain/leads/next-action.ts'
import { buildLead } from '../../../support/build-lead.ts'

const BARE = { prospect_phone: null, contact_phone: null, prospect_email: null, contact_email: null }

it.each([
  [{ prospect_phone: '(614) 555-0142', prospect_email: 'a@b.c' }, 'tel:+16145550142'],
  [{ contact_phone: '+1 614 555 0142' }, 'tel:+16145550142'],
  [{ prospect_phone: '614-555-0188 ext. 12' }, 'tel:+16145550188;ext=12'],
  [{ prospect_phone: '614-555-0188 / 614-555-0199' }, 'tel:+16145550188'],
  [{ prospect_phone: 'ask my wife', contact_email: 'a&b@c.de' }, 'mailto:a%26b%40c.de'],
  [
    { prospect_phone: '(614) 555-0142', service_additional_info: 'Prefers text messages to calls' },
    'sms:+16145550142',
  ],
  [
    {
      prospect_phone: '(614) 555-0142',
      prospect_email: 'a@b.c',
      service_additional_info: 'Prefers email to calls',
    },
    'mailto:a%40b.c',
  ],
  [
    { prospect_phone: '(614) 555-0142', service_additional_info: 'Prefers email to calls' },
    'tel:+16145550142',
  ],
  [{}, undefined],
  [{ status: 'lost', prospect_phone: '(614) 555-0142' }, undefined],
])('the next action of %j is %s', (fields, href) => {
  expect(nextAction(buildLead({ ...BARE, status: 'new', ...fields }))?.href).toBe(href)
})
