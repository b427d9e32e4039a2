import { describe, expect, it } from 'vitest'
import { actsIn } from '../../../server/agent/acts.ts'
import { aContext } from './business.ts'
import { converse, last, said } from './conversation.ts'

const REACHABLE = ['mowing', 'Jane', '512-555-0147']

const PRIORITY = ['stop', 'delete', 'complain', 'person', 'bot'] as const

describe('acts of a message', () => {
  it.each([
    ['can I talk to a human', 'person'],
    ['speak to someone please', 'person'],
    ['are you a robot?', 'bot'],
    ['is this a real person', 'bot'],
    ['when can I talk to someone?', 'person'],
    ['I would talk about my lawn, someone told me you are good', null],
    ['STOP', 'stop'],
    ["don't contact me", 'stop'],
    ["please don't call me again", 'stop'],
    ["don't call me before 5pm", null],
    ['please stop by tomorrow', null],
    ['delete my data', 'delete'],
    ['remove my old fence', null],
    ['your crew ruined my flower bed', 'complain'],
    ['this is ridiculous, I want a refund', 'complain'],
    ['You mowed over my sprinkler and I want it fixed', 'complain'],
    ['you guys missed my house last week and charged me', 'complain'],
    ['If you broke something, do you pay?', null],
    ['What happens if your crew damaged my fence?', null],
    ["If you think I'll pay after your crew broke my fence, think again", 'complain'],
    ['grubs ruined my lawn, it looks terrible', null],
    ['What is your refund policy?', null],
    ['no', null],
  ])('%j: %j', (text, expected) => {
    const acts = actsIn(text)
    expect(PRIORITY.find((act) => acts.has(act)) ?? null).toBe(expected)
  })
})

describe('a visitor who wants a person', () => {
  it('learns that the agent is automated, and is asked for contact details', () => {
    const turn = last(converse(['can I talk to a human?']))
    expect(turn.replies).toEqual([
      "I'm the automated assistant for Green Acres, and I've told the team that you would like to speak with a person. You can also call us at (512) 555-0100.",
      "What's the best phone number or email to reach you at?",
    ])
    expect(turn.extracted).toMatchObject({
      service_needs: null,
      service_additional_info: 'Would like to speak with a person',
    })
  })

  it('learns when someone will be in touch once that is known, and can continue', () => {
    const turn = last(converse([...REACHABLE, 'let me speak to a manager']))
    expect(turn.replies[0]).toContain('Someone will get back to you before we close at 5:00 PM.')
    expect(turn.replies[1]).toBe('And where is the property?')
    expect(turn.extracted.address).toBeNull()
  })
})

describe('a complaint', () => {
  it('is not a request for an estimate: the agent asks only for contact details', () => {
    const turns = converse(['your crew ruined my lawn', 'you people are useless', '512-555-0147', 'Jane'])
    expect(turns[1]?.replies[0]).toContain("I'm sorry to hear that.")
    expect(turns[2]?.replies[0]).toBe("I understand, and I've added that for the team.")
    expect(last(turns).replies).toEqual([
      'Thank you, Jane! Someone from Green Acres will call you at (512) 555-0147 before we close at 5:00 PM.',
    ])
    expect(last(turns).extracted).toMatchObject({ service_needs: null, name: 'Jane' })
    expect(last(turns).extracted.service_additional_info).toContain('Complaint: your crew ruined my lawn')
  })

  it('is dropped if the visitor wants a service after all', () => {
    const turns = converse([
      'your crew ruined my lawn',
      '512-555-0147',
      'Jane',
      'but I also need tree trimming',
    ])
    expect(said(turns)).toContain('address of the property')
  })
})

describe('a visitor who opts out', () => {
  it('is asked nothing more, and the owner is told', () => {
    const turn = last(converse([...REACHABLE, "don't contact me"]))
    expect(turn.replies).toEqual(["Understood. I've noted for the team that you don't wish to be contacted."])
    expect(turn.state.asked).toBeNull()
    expect(turn.extracted.service_additional_info).toBe('Asked not to be contacted')
    expect(turn.extracted.address).toBeNull()
  })

  it('is reminded of a booked call', () => {
    const turn = last(converse([...REACHABLE, '12 Elm St', 'the first one', 'yes', 'stop']))
    expect(turn.replies[0]).toContain('Your estimate call is still booked; write "cancel" to call it off.')
    expect(turn.booking).toBeNull()
  })

  it('without any facts, is released', () => {
    expect(said(converse(['mowing', 'stop']))).toBe(
      "Understood, I'll stop here. You can write again any time.",
    )
  })

  it.each([
    'please do not contact me anymore, delete my data',
    'delete my data and stop texting me',
    'no me contacten más y borren mis datos',
  ])('can opt out and have the details deleted in one message: %s', (message) => {
    const turn = last(converse([message]))
    expect(turn.needs).toBe('deletion')
    expect(turn.state.notes).toContain('Asked for their details to be deleted')
    expect(turn.state.noContact).toBe(true)
  })

  it('without any facts, can have the chat deleted', () => {
    const turn = last(converse(['mowing', 'delete my data']))
    expect(turn.replies).toEqual(["Understood. I've noted for the team that you want your details deleted."])
    expect(turn.needs).toBe('deletion')
  })
})

describe('a wish for a person beside the answer to the open question', () => {
  it('is passed on, and the question is not repeated', () => {
    const turn = last(converse(['can I talk to a real person', '512-555-0147, have somebody call me']))
    expect(turn.extracted.phone).toBe('(512) 555-0147')
    expect(turn.replies.join(' ')).not.toContain('?')
    expect(turn.state.asked).toBeNull()
  })
})

describe('an emergency', () => {
  it('gets the phone number, once, without a cheerful reply', () => {
    const turns = converse(['A tree fell on my house!!! emergency', 'This is urgent!'])
    expect(turns[1]?.replies).toEqual([
      "If anyone is in danger, please call 911 first. The quickest way to reach us is to call (512) 555-0100. I've marked your request as urgent.",
      "What's the best phone number or email to reach you at?",
    ])
    expect(turns[2]?.needs).toBe('emergency')
    expect(last(turns).extracted.service_additional_info).toContain('Urgent: A tree fell')
  })

  it('gets a warning about power lines in any tone', () => {
    expect(said(converse(['this is urgent', 'a branch is on the power line']))).toMatch(
      /stay well away from the line .* call 911 and your electric company\. I've told the team\.(?!.*\?)/,
    )
  })

  it('gets a note if the office is closed', () => {
    const night = aContext({}, new Date('2026-11-21T03:00:00Z'))
    expect(said(converse(['my sprinkler line burst'], night))).toContain(
      "Our office is closed right now; I've marked your request as urgent, and the team will see it tomorrow after 9:00 AM.",
    )
  })
})

describe('a visitor who writes in Spanish', () => {
  it('is answered in Spanish; name and number are recorded', () => {
    const turns = converse([
      'Hola, necesito cortar el césped',
      'Me llamo María García',
      'mi teléfono es 512 555 0147',
    ])
    expect(turns[1]?.replies.join(' ')).toContain('¿Y su nombre?')
    expect(said(turns)).toContain('¿Cuál es la dirección de la propiedad?')
    expect(last(turns).extracted).toMatchObject({
      name: 'María García',
      phone: '(512) 555-0147',
      service_needs: 'Lawn Care & Maintenance',
    })
  })
})

describe('unusual answers', () => {
  it('accepts a Spanish street', () => {
    const turns = converse(['mowing', 'Ana', '512-555-0147', 'calle Oak 123, Austin'])
    expect(last(turns).extracted.address).toBe('calle Oak 123, Austin')
  })

  it('accepts a spelled-out address', () => {
    expect(last(converse(['mowing', 'Jane', 'jane at gmail dot com'])).extracted.email).toBe('jane@gmail.com')
  })

  it('does not take a day for a name, or a vague wish for a booking', () => {
    const turn = last(converse([...REACHABLE, '12 Elm St', 'no thanks', 'wait, can you call me monday']))
    expect(turn.booking).toBeNull()
    expect(turn.extracted.name).toBe('Jane')
    expect(turn.replies[0]).toContain('Mon, Nov 23, 8:00 AM')
  })

  it('does not record a shrug as an answer', () => {
    const context = aContext({ questions: ['How big is your property?', 'Do you have any pets?'] })
    const turns = converse([...REACHABLE, '12 Elm St', 'no thanks', 'idk'], context)
    expect(said(turns)).toBe('No problem. Do you have any pets?')
    expect(last(turns).extracted.property_size).toBeNull()
  })

  it('says repeated facts once', () => {
    expect(said(converse(['mowing', 'Jane', 'my name is Jane']))).toContain('Thanks, I have that already.')
  })

  it('asks for a number to call', () => {
    expect(said(converse(['mowing', 'Jane', 'just call me']))).toBe(
      'Gladly. Which number should we call, area code included?',
    )
  })

  it.each([
    ['are you open on Saturday?', null],
    ['Saturday at 9', '2026-11-21T15:00:00.000Z'],
  ])('books the chosen slot, not one asked about: %j', (text, expected) => {
    const turn = last(converse([...REACHABLE, '12 Elm St', text, 'yes']))
    expect(turn.booking?.kind === 'book' ? turn.booking.start.toISOString() : null).toBe(expected)
  })
})
