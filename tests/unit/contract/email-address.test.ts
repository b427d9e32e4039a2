import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { emailKey, readEmail } from '../../../src/contract/email-address.ts'
import { Email } from '../../../src/contract/fields.ts'

describe('readEmail', () => {
  it.each([
    [' Ann.Lee+lawn@Example.COM ', 'Ann.Lee+lawn@example.com'],
    ['victim@g\u00admail.com', 'victim@gmail.com'],
    ['victim@gm\u200bail.com', 'victim@gmail.com'],
    ['victim@ｇｍａｉｌ.com', 'victim@gmail.com'],
    ['victim@m\u017fn.com', 'victim@msn.com'],
    ['victim@gmail\u3002com', 'victim@gmail.com'],
    ['victim@gmail.com.', 'victim@gmail.com'],
    ['\uff56ictim@gmail.com', 'victim@gmail.com'],
    ['jose\u0301@example.com', 'jos\u00e9@example.com'],
    ['ann@b\u00fccher.example', 'ann@xn--bcher-kva.example'],
    ['post@localhost', 'post@localhost'],
  ])('%j is %s', (text, expected) => {
    expect(readEmail(text)).toBe(expected)
    expect(readEmail(expected)).toBe(expected)
  })

  it.each([
    ['vic\u200btim@gmail.com'],
    ['vic\u00adtim@gmail.com'],
    ['vic\u3164tim@gmail.com'],
    ['vic\u0000tim@gmail.com'],
    ['a@b@c.com'],
    ['a@b..com'],
    ['a@g%6dail.com'],
    ['a@gmail.com/x'],
    ['a@gmail.com:25'],
    ['a@gmail.com#'],
    ['a@127.1'],
    ['a@0x7f.1'],
    ['a@[::1]'],
    ['a@-b-.com'],
    ['a@.'],
    ['a@\u00ad'],
    ['a b@c.com'],
    ['@c.com'],
    ['a,b@c.com'],
    [''],
  ])('%j is no address', (text) => {
    expect(readEmail(text)).toBeNull()
  })

  it('leaves what is no address as a key in lowercase', () => {
    expect(emailKey('Ann@Example.com')).toBe('ann@example.com')
    expect(emailKey('+16145550100')).toBe('+16145550100')
  })
})

describe('Email', () => {
  it('is stored as mail servers look it up', () => {
    expect(v.parse(Email, ' victim@g\u00admail.com ')).toBe('victim@gmail.com')
  })

  it.each([['post@localhost'], ['a@localhost.\u00ad'], ['nonsense'], [`a@${'b.'.repeat(200)}com`]])(
    'rejects %j',
    (given) => {
      expect(v.safeParse(Email, given).success).toBe(false)
    },
  )
})
