import { describe, expect, it } from 'vitest'
import { needsFixedWords } from '../../../server/agent/handoff.ts'
import { dangerIn } from '../../../server/agent/safety.ts'
import { isMasked, withoutSecrets } from '../../../server/agent/secrets.ts'
import { converse, last, said } from './conversation.ts'

const DANGERS: readonly (readonly [string, string, RegExp, string])[] = [
  ['my son got hurt by the mower', 'injury', /\b911\b/, 'emergency'],
  ['a branch fell on my husband', 'injury', /\b911\b/, 'emergency'],
  ['mi hijo está sangrando', 'injury', /\b911\b/, 'emergency'],
  ['my toddler drank some weed killer', 'poison', /1-800-222-1222/, 'emergency'],
  ['the dog ate the fertilizer', 'poisonPet', /1-888-426-4435/, 'emergency'],
  ['the shed is on fire', 'fire', /\b911\b/, 'emergency'],
  ['your guys hit a gas line', 'gas', /leave the area.*\b911\b/, 'emergency'],
  ['huele a gas en mi jardín', 'gas', /aléjese.*\b911\b/, 'emergency'],
  ['the power line is down in my yard', 'lines', /stay well away.*\b911\b/, 'emergency'],
  ['I just want to die', 'selfharm', /\b988\b/, 'emergency'],
  ['no quiero vivir', 'selfharm', /\b988\b/, 'emergency'],
  ['estoy pensando en suicidarme', 'selfharm', /\b988\b/, 'emergency'],
  ["I'm 12", 'minor', /parent or another adult/, 'asked'],
  ["I'm going to come over and kill you", 'threat', /passed your message on/, 'emergency'],
  ['send me nudes', 'harassment', /can't help with that/, 'complaint'],
]

describe('danger', () => {
  it.each(DANGERS)(
    '%j is %s: the right number, the owner is told, and at most a way to reach the visitor is asked',
    (text, kind, says, needs) => {
      expect(dangerIn(text)).toBe(kind)
      const turn = last(converse(['mowing', text]))
      const [reply, ...questions] = turn.replies
      expect(reply).toMatch(says)
      expect(reply).not.toMatch(/\?/)
      const isAsked = !['selfharm', 'threat', 'minor', 'harassment'].includes(kind)
      expect(turn.state.asked?.topic ?? null).toBe(isAsked ? 'contact' : null)
      expect(questions).toHaveLength(isAsked ? 1 : 0)
      expect(turn.needs).toBe(needs)
      expect(turn.extracted.name).toBeNull()
      expect(needsFixedWords(text)).toBe(true)
    },
  )

  it.each([
    ['There is a rotten egg smell by the water heater, call me at 330-555-0109', 'gas'],
    ['Walt Pruett, 330-555-0109. It smells of gas behind the grill', 'gas'],
    [
      "Walt Pruett here, 330-555-0109. The oak took the wire down and it's sparking. 4471 Sandusky Pike",
      'electric',
    ],
    ["614 555 0143 my husband fell off the roof and isn't moving, Deb", 'injury'],
    ['my daughter put her hand in the chipper. Call 614-555-0181, 9 Pine Ct, Dublin', 'injury'],
    ['someone is prowling round my garage right now, my cell is 614 555 0117', 'unsafe'],
    ['614-555-0188, our barn is burning, 40 Pike Rd', 'fire'],
    ['Soy Teresa 614-555-0131, mi hijo tomó el líquido de la piscina, 22 Oak St', 'poison'],
    ['hay una fuga de gas junto al tanque, soy Luis, 614 555 0122, 9 Elm St', 'gas'],
    ["There's a gas smell at the fire pit, my number is 512-555-0112", 'gas'],
    ['gas smell by the grill, call me 512-555-0115', 'gas'],
    ['there is a gas smell by the meter 614 555 0199', 'gas'],
    ['512-555-0117, strong gas smell in the basement', 'gas'],
  ])('is recognized beside contact details: %j', (text, kind) => expect(dangerIn(text)).toBe(kind))

  it.each([
    'Walt Pruett, 330-555-0109, mowing at 4471 Sandusky Pike',
    'I need a gas line for my grill trenched, call me at 330-555-0109',
    "I'm thinking about a new patio, my number is 614-555-0143",
    'the mower threw a rock at my window last year, Deb Ames 614 555 0143, 9 Pine Ct',
    'necesito cortar el pasto, soy Teresa, 614-555-0131, 22 Oak St',
  ])('is not seen in an ordinary message with contact details: %j', (text) =>
    expect(dangerIn(text)).toBeNull(),
  )

  it.each([
    'kill the weeds',
    'can you build a fire pit',
    'a gas line for the grill',
    'shoot me an email',
    'the grass is dead',
    'my lawn is dying',
    "that's a bomb price",
    'will the weed killer hurt my dog?',
    'trim the tree near the power lines',
    "I'm 12 miles away",
    "I'm 10 minutes from Austin",
    'my name is Sue',
    'I live on Court Street',
    'my mower leaks gas',
    'does Tuesday work for you',
    'bleeding heart perennials',
    'do you plant poison ivy',
    'I broke my mower',
    'can you remove a suicide tree',
    'the suicide vines on my fence',
  ])('%j is none', (text) => {
    expect(dangerIn(text)).toBeNull()
    expect(needsFixedWords(text)).toBe(false)
  })

  it('is told again what to do', () => {
    expect(said(converse(['I smell gas in the yard', 'what should I do?']))).toContain('call 911')
    expect(said(converse(['mowing', 'what should I do?']))).not.toContain('911')
    const chat = ['I smell gas in the yard', 'what do I do to book an appointment?']
    expect(said(converse(chat))).not.toContain('911')
  })

  it('is told once, and again only on a question, until help has come', () => {
    const all = (lines: string[]) =>
      converse(lines)
        .flatMap(({ replies }) => replies)
        .join(' ')
    const count = (lines: string[]) => all(lines).split('gas company').length - 1
    const smell = 'my furnace smells like gas and im getting dizzy'
    expect(count([smell, smell, smell])).toBe(1)
    expect(count([smell, 'do I really need to call the gas company?'])).toBe(2)
    expect(count([smell, 'the fire department is here, they shut it off', 'should we go back in?'])).toBe(1)
    expect(all([smell, 'we dont have gas, false alarm', smell]).split('911 first')).toHaveLength(2)
  })

  it('includes a dog that is sick from what was sprayed', () => {
    expect(dangerIn('my dog ate some grass you sprayed and now she is throwing up')).toBe('poisonPet')
  })

  it('goes on with 988 instead of small talk', () => {
    expect(said(converse(['I want to die', 'nobody cares']))).toContain('988')
  })

  it('says to call 811 before anyone digs', () => {
    expect(said(converse(['Do I have to call 811 before you dig?']))).toContain('call 811')
  })
})

describe('a message after a danger', () => {
  it('gets the same help again if it asks something, also beside a name', () => {
    expect(said(converse(['I smell gas by the trench', 'Sue Hill. can we go in for the cat?']))).toContain(
      'call 911',
    )
  })
})

describe('words of danger in harmless messages', () => {
  it.each([
    'is there an emergency fee for plowing on christmas',
    'are you insured in case someone gets hurt in my yard',
    'hay hormigas de fuego en el jardín',
    'ok I will hang up now, goodbye',
  ])('get no warning: %s', (text) => {
    expect(said(converse([text]))).not.toContain('911')
  })
})

describe('danger in Spanish', () => {
  it.each([
    'se metio un señor con cuchillo al patio',
    'ay un cable echando chispas en el zacate',
    'lo pico una avispa y se le cierra la garganta',
  ])('is answered in Spanish from the first message on: %s', (text) => {
    expect(said(converse([text]))).toMatch(/llame/)
  })
})

describe('someone who offers something', () => {
  it('is refused again, and never gets a call', () => {
    const turns = converse([
      'We do SEO for landscapers',
      'call me at 512-555-0133 on tuesday at 2',
      'yes, book it',
    ])
    expect(turns.every(({ booking }) => booking === null)).toBe(true)
    expect(said(turns)).toContain("I can't take offers here")
  })
})

describe('a visitor under 18', () => {
  const chat = [
    "hi i'm 13, can you mow my grandma's lawn",
    'my name is Tim Cole, 512-555-0133',
    'tuesday at 3',
    'yes',
  ]

  it('is asked for nothing and offered no call, and nothing more is stored', () => {
    const turns = converse(chat)
    const { extracted, state, needs } = last(turns)
    expect(said(turns.slice(1))).not.toMatch(/\?|I have these times/)
    expect(turns.every(({ booking }) => booking === null)).toBe(true)
    expect([extracted.name, extracted.phone, extracted.email, extracted.address]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect([state.asked, state.proposed, state.offered]).toEqual([null, null, []])
    expect(needs).toBeNull()
    expect(turns[1]?.needs).toBe('asked')
  })

  it('still gets help, an answer, and their details deleted', () => {
    expect(said(converse([...chat, 'my dad cut his leg with the mower and is bleeding']))).toMatch(/\b911\b/)
    expect(said(converse([...chat, 'are you insured?']))).toContain('licensed and insured in Texas')
    expect(last(converse([...chat, 'delete my data please'])).needs).toBe('deletion')
  })
})

describe('a message that may tell of danger', () => {
  it('gets one line about 911 before its answer, and a person is told', () => {
    const turn = last(
      converse(['your mower guy clipped the gas meter and its leaking can someone come back']),
    )
    expect(turn.replies[0]).toMatch(/911/)
    expect(['emergency', 'danger']).toContain(turn.needs)
  })

  it('is not forgotten while it is the subject', () => {
    const turns = converse([
      'I smell gas by the trench',
      'can they just come back and look at it',
      'Sue, 512-555-0133',
    ])
    expect(turns[2]?.replies.join(' ')).toContain('call 911')
    expect(last(turns).replies.join(' ')).not.toContain('I have these times')
  })
})

describe('legal threats', () => {
  it('get a measured answer and a question for the contact only', () => {
    const turns = converse(['I am going to sue you over my patio', 'Tom Hill, 512-555-0147'])
    expect(turns[1]?.needs).toBe('complaint')
    expect(turns[1]?.replies.at(-1)).toContain('phone number or email')
    expect(said(turns)).toContain('Thank you, Tom! Someone from Green Acres will call you')
    expect(last(turns).extracted.service_needs).toBeNull()
  })
})

describe('someone in danger', () => {
  it.each([
    ['Tom Reyes here, 614-555-0111, 88 Oakmont Dr. I smell gas by the meter', 'Tom Reyes', '88 Oakmont Dr'],
    ['my son drank weed killer! Jen Park 614.555.0116, 5 Fox Run Dr', 'Jen Park', '5 Fox Run Dr'],
  ])('is known by name and address: %j', (text, name, address) => {
    const { extracted } = last(converse([text]))
    expect(extracted).toMatchObject({ name, address })
  })
})

describe('secrets', () => {
  it.each([
    ['my card is 4111 1111 1111 1111, exp 4/27', 'my card is [card number removed], exp 4/27'],
    ['4111-1111-1111-1111', '[card number removed]'],
    ['378282246310005', '[card number removed]'],
    ['my ssn is 123-45-6789', 'my ssn is [Social Security number removed]'],
    ['SSN: 123456789', 'SSN: [Social Security number removed]'],
    ['123-45-6789', '[Social Security number removed]'],
  ])('%j is stored as %j', (text, expected) => {
    expect(withoutSecrets(text)).toBe(expected)
    expect(isMasked(withoutSecrets(text))).toBe(true)
  })

  it.each([
    '4111 1111 1111 1112',
    '512-555-0147',
    '(512) 555-0147 ext. 1234',
    '+1 512 555 0147',
    'order 1234567890123',
    '78701-1234',
    '1240 Bryden Rd, Columbus, OH 43205',
    'between 123-45 and 6789',
  ])('%j is none', (text) => expect(withoutSecrets(text)).toBe(text))

  it('get a word to the visitor', () => {
    const text = withoutSecrets('my card is 4111 1111 1111 1111')
    expect(last(converse(['mowing', text])).replies[0]).toContain("I've removed the number")
    expect(needsFixedWords(text)).toBe(true)
  })
})
