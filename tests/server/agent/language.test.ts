import { describe, expect, it } from 'vitest'
import { languageOf, languageRequest } from '../../../server/agent/language.ts'
import { FOREIGN } from '../../../server/agent/texts/foreign.ts'
import { converse, last, said } from './conversation.ts'

const FIRST_MESSAGES: Record<keyof typeof FOREIGN, string> = {
  fr: 'Bonjour, je voudrais tondre ma pelouse',
  pt: 'Olá, preciso cortar a grama',
  de: 'Guten Tag, ich brauche Hilfe mit meinem Rasen',
  it: 'Buongiorno, ho bisogno di tagliare il prato',
  zh: '你好，我需要割草',
  ja: 'こんにちは、芝刈りをお願いします',
  ko: '안녕하세요 잔디 깎기가 필요해요',
  vi: 'Xin chào, tôi cần cắt cỏ',
  tl: 'Magandang umaga po, kailangan ko magpagupit ng damo',
  ru: 'Здравствуйте, мне нужно подстричь газон',
  ar: 'مرحبا أحتاج إلى قص العشب',
  pl: 'Dzień dobry, potrzebuję skosić trawnik',
  ht: 'Bonjou, mwen bezwen koupe gazon an',
  hi: 'नमस्ते, मुझे घास कटवानी है',
  uk: 'Добрий день, мені потрібно підстригти газон',
  tr: 'Merhaba, çim biçme için yardıma ihtiyacım var',
  nl: 'Goedemorgen, ik wil graag mijn gazon laten maaien',
  sv: 'Hej, jag behöver klippa gräsmattan',
  ro: 'Bună ziua, am nevoie să tund gazonul',
  fa: 'سلام، می‌خواهم چمن را کوتاه کنم',
  he: 'שלום, אני צריך לכסח את הדשא',
}

describe('other languages', () => {
  it.each(Object.entries(FIRST_MESSAGES))(
    '%s is answered in that language, and the owner is told',
    (code, text) => {
      const { ask, thanks, name } = FOREIGN[code as keyof typeof FOREIGN]
      const turns = converse([text, '512-555-0147'])
      expect(turns[1]?.replies[0]).toContain(ask)
      expect(turns[1]?.needs).toBe('unanswered')
      expect(said(turns)).toBe(thanks)
      expect(last(turns).extracted).toMatchObject({ name: null, phone: '(512) 555-0147' })
      expect(last(turns).extracted.service_additional_info).toContain(`Writes in ${name}`)
    },
  )

  it('end when the visitor writes English', () => {
    expect(said(converse([FIRST_MESSAGES.fr, 'I need my lawn mowed please']))).toContain('And your name?')
  })
})

describe('a booking in Spanish', () => {
  it('stays in Spanish and books the call on "si por favor"', () => {
    const turns = converse([
      'hola, poda de arboles',
      'Maria',
      '5125550199',
      '700 Lavaca St, Austin',
      'no puedo hoy',
      'no me queda bien',
      'el martes a las 12',
      'si por favor',
    ])
    expect(last(turns).booking).toMatchObject({ kind: 'book' })
    expect(last(turns).state).toMatchObject({ language: 'es', foreign: null })
  })
})

describe('the language of a message', () => {
  it.each([
    ['Hola', 'es'],
    ['este sábado 10am', 'es'],
    ['este sabado 10 am', 'es'],
    ['este gazon este pentru mine', 'ro'],
    ['necesito cortar el pasto', 'es'],
    ['me llamo Juan', 'es'],
    ['cuánto cuesta', 'es'],
    ['por favor', 'es'],
    ['si por favor', 'es'],
    ['está bien para mí', 'es'],
    ['para manana por la tarde', 'es'],
    ['no me llamen', 'es'],
    ['no puedo ese dia', 'es'],
    ['¿Hablan español?', 'es'],
    ['I need my lawn mowed', 'en'],
    ['Los Angeles', null],
    ['Ana De La Cruz', null],
    ['Le Van', null],
    ['Tran Van Minh', null],
    ['hay bales', null],
    ['614-555-0100', null],
    ['12 El Camino Real, San Antonio', null],
  ])('%j: %s', (text, expected) => expect(languageOf(text)).toBe(expected))

  it.each([
    ['do you speak spanish?', 'es'],
    ['¿hablan español?', 'es'],
    ['can we talk in english', 'en'],
    ['speak in german', 'de'],
    ['switch the language', 'any'],
    ['make the default language thai', 'other'],
    ['I want to talk about a french drain', null],
    ['japanese maple', null],
    ['Spanish moss removal', null],
    ['do you trim english ivy', null],
  ])('%j asks for %s', (text, expected) => expect(languageRequest(text)).toBe(expected))
})

describe('a conversation in Spanish', () => {
  it('stays in Spanish through names, numbers, and buttons', () => {
    const turns = converse(['necesito cortar el césped', 'Juan Pérez', '512-555-0147', 'no', 'no gracias'])
    const said = turns.slice(1).flatMap((turn) => turn.replies.join(' '))
    expect(said[0]).toContain('¿Y su nombre?')
    expect(said[1]).toContain('¡Mucho gusto, Juan!')
    expect(said[2]).toContain('¿Cuál es la dirección de la propiedad?')
    expect(said[4]).toContain(
      'Alguien de Green Acres se comunicará con usted en (512) 555-0147 antes de que cerremos',
    )
  })

  it('goes back to English on request, or after two English messages', () => {
    expect(said(converse(['hola', 'in english please']))).toContain('What can we help you with')
    const turns = converse(['hola', 'I need mowing please', 'my name is Jane'])
    expect(turns[2]?.replies.join(' ')).toContain('¿Y su nombre?')
    expect(said(turns)).toContain("What's the best phone number")
  })

  it('begins on request', () => {
    expect(said(converse(['mowing', 'do you speak Spanish?']))).toBe(
      'Sí, podemos hablar en español. ¿Y su nombre?',
    )
  })
})
