import { expect, it } from 'vitest'
import { answered } from '../../../server/hubspot/api.ts'

/** Messages of HubSpot with status 400, as developers have published them, and what owners read. */
const MESSAGES = [
  [
    'Property values were not valid: [{"isValid":false,"message":"Email address dsfsafas@ is invalid","error":"INVALID_EMAIL","name":"email"}]',
    'HubSpot rejects the value of “email”: Email address dsfsafas@ is invalid',
  ],
  [
    'Property values were not valid: [{"isValid":false,"message":"registered is not a valid pipeline stage ID. Valid options are: pipelineId=default : [appointmentscheduled, closedwon]","error":"INVALID_OPTION","name":"dealstage"}]',
    'HubSpot rejects the value of “dealstage”: registered is not a valid pipeline stage ID. Valid options are: pipelineId=default',
  ],
  [
    'Property values were not valid: [{"isValid":false,"message":"Property \\"bogus\\" does not exist","error":"PROPERTY_DOESNT_EXIST","name":"bogus","localizedErrorMessage":"Property \\"bogus\\" does not exist","portalId":3855728},{"isValid":false,"message":"Summer was not one of the allowed options: [label: \\"May\\"\\nvalue: \\"may\\"\\n]","error":"INVALID_OPTION","name":"timeline"}]',
    'HubSpot has no property “bogus” any more. Choose another one under Fields. HubSpot rejects the value of “timeline”: Summer was not one of the allowed options',
  ],
  [
    'Property "bogus" does not exist',
    'HubSpot has no property “bogus” any more. Choose another one under Fields',
  ],
  ['Property values were not valid: [{"isValid":false', 'Property values were not valid'],
  ['Invalid input JSON on line 1, column 2: {"a"', 'Invalid input JSON on line 1, column 2'],
  ['{"validationResults":[]}', 'HubSpot rejects the request (400)'],
  ['', 'HubSpot rejects the request (400)'],
] as const

it.each(MESSAGES)('tells %j in words', async (message, words) => {
  const refusal = Object.assign(new Error(), { code: 400, body: { status: 'error', message } })
  await expect(answered(Promise.reject(refusal))).rejects.toHaveProperty('message', words)
})

it.each([
  [423, {}, 'Unavailable'],
  [477, {}, 'Unavailable'],
  [429, {}, 'RateLimited'],
  [401, {}, 'Revoked'],
  [400, { status: 'BAD_REFRESH_TOKEN', message: 'missing or unknown refresh token' }, 'Revoked'],
  [400, { error: 'invalid_grant' }, 'Revoked'],
  [400, { status: 'BAD_CLIENT_SECRET', message: 'missing or invalid client secret' }, 'Unavailable'],
  [401, { error: 'invalid_client' }, 'Unavailable'],
  [400, { status: 'error', message: 'Invalid input' }, 'Rejected'],
])('%i with %j is %s', async (code, body, name) => {
  const refusal = Object.assign(new Error(), { code, body })
  await expect(answered(Promise.reject(refusal))).rejects.toHaveProperty('name', name)
})
