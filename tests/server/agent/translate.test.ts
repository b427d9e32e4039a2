import { describe, expect, it } from 'vitest'
import { foreignLanguages } from '../../../server/agent/languages.ts'
import { fitting, isFaithful, translate, UnreadableAnswer } from '../../../server/agent/model/translate.ts'
import type { AskModel } from '../../../server/model/client.ts'

describe('a translation', () => {
  it.each([
    ['¿Cuánto cuesta cortar el césped?', 'How much does it cost to mow the lawn?'],
    ['Mi número es 614 555 0188', 'My number is 614-555-0188'],
    ['Son $1.200 al mes', 'It is $1,200 a month'],
    ['Martes, 24 de noviembre, 3:00 p. m.', 'Tuesday, November 24, 3:00 PM'],
    ['Mi sitio es https://casa.example/jardin.', 'My site is https://casa.example/jardin'],
    ['Escriba a ana@example.com, por favor', 'Please write to ana@example.com.'],
    ['Sí', 'Yes, please'],
    ['رقمي ٦١٤٥٥٥٠١٨٨', 'My number is 6145550188'],
    ['我的草坪需要修剪', 'My lawn needs mowing'],
    ['Juan Pérez', 'Juan Pérez'],
    ['Uso <b> y `code`', 'I use <b> and `code`'],
    ['Hola 👨‍👩‍👧', 'Hi 👨‍👩‍👧'],
  ])('of %j can be %j', (original, text) => {
    expect(isFaithful(original, text)).toBe(true)
  })

  it.each([
    ['names another price', 'Cuesta $45', 'It costs $54'],
    ['names a price that the original lacks', 'Cuesta mucho', 'It costs $45'],
    ['leaves a price out', 'Cuesta $45', 'It costs a lot'],
    ['changes a phone number', 'Llame al 614-555-0188', 'Call 614-555-0189'],
    ['exchanges two prices', '$45 por corte y $60 por poda', '$60 a cut and $45 a trim'],
    ['names another hour', 'A las 3 de la tarde', 'At 4 PM'],
    ['adds a link', 'Gracias por la ayuda', 'Thanks, see https://evil.example'],
    ['adds a link without a scheme', 'Gracias por la ayuda', 'Thanks, see evil.example/pay'],
    ['changes a link', 'Mire https://casa.example/a', 'Look at https://casa.example/b'],
    ['shortens a link to another host', 'Mire micasa.example', 'Look at casa.example'],
    ['adds an email address', 'Gracias por la ayuda', 'Thanks, write to me@evil.example'],
    ['adds markup', 'Gracias por la ayuda', 'Thanks <img src=x onerror=alert(1)>'],
    ['adds a link in Markdown', 'Gracias por la ayuda', 'Thanks [here](evil)'],
    ['adds emphasis', 'Gracias por la ayuda', '**Thanks** for the help'],
    ['adds invisible characters', 'Gracias por la ayuda', 'Thanks \u202efor the help'],
    ['is empty', 'Gracias', ''],
    ['is still in Spanish', '¿Cuánto cuesta cortar el césped?', '¿Cuánto cuesta cortar el césped?'],
    ['is in another language', '¿Cuánto cuesta?', 'Bonjour, combien ça coûte pour vous ?'],
    ['is much longer', 'Hola', `Hello, ${'I would like to tell you a story. '.repeat(9)}`],
  ])('is not shown if it %s', (_, original, text) => {
    expect(isFaithful(original, text)).toBe(false)
  })

  it('is checked in time that does not depend on what a model writes', () => {
    const original = 'Hola '.repeat(1_200)
    for (const part of ['a.', '<a', '1.', 'a@', '[](', 'www.', '\u202e']) {
      const began = performance.now()
      isFaithful(original, part.repeat(16_000 / part.length))
      expect(performance.now() - began).toBeLessThan(1_000)
    }
  })
})

describe('the model', () => {
  const HOLA = { id: 'msg_1', content: 'Hola, necesito cortar el césped' }
  const PRICE = { id: 'msg_2', content: '¿Cuesta $45?' }
  const answering =
    (text: string): AskModel =>
    async () =>
      text
  const read = async (text: string) => [...(await translate(answering(text), [HOLA, PRICE]))]

  it('gets the messages and the instruction to translate them, and nothing else', async () => {
    const asked: unknown[] = []
    await translate(
      async ({ messages, schema }) => {
        asked.push(...messages.slice(1), schema)
        return '[]'
      },
      [HOLA, PRICE],
    )
    const items = [
      { id: '1', text: HOLA.content },
      { id: '2', text: PRICE.content },
    ]
    expect(asked).toEqual([{ role: 'user', content: JSON.stringify(items) }, undefined])
  })

  const BOTH = [
    ['msg_1', 'Hi, I need my lawn cut'],
    ['msg_2', 'Does it cost $45?'],
  ]
  const JSON_OF_BOTH = JSON.stringify(BOTH.map(([, text], index) => ({ id: `${index + 1}`, text })))

  it.each([
    ['as asked', JSON_OF_BOTH, BOTH],
    ['in a code block', `\`\`\`json\n${JSON_OF_BOTH}\n\`\`\``, BOTH],
    ['after other words', `Here you are: ${JSON_OF_BOTH}`, BOTH],
    ['with numbers as ids', JSON_OF_BOTH.replaceAll(/"(\d)"/g, '$1'), BOTH],
    ['without one of them', JSON_OF_BOTH.replace('$45', '$54'), BOTH.slice(0, 1)],
    ['with an id twice', JSON_OF_BOTH.replace('"2"', '"1"'), []],
    ['with ids that nobody asked for', JSON_OF_BOTH.replace('"2"', '"msg_2"'), BOTH.slice(0, 1)],
    [
      'in other forms',
      '[null, 7, "Hi", {"id": "1"}, {"id": "2", "text": ["x"]}, {"id": {}, "text": "x"}]',
      [],
    ],
    ['as an empty list', '[]', []],
  ])('is read if it answers %s', async (_, text, expected) => {
    expect(await read(text)).toEqual(expected)
  })

  it.each([
    '',
    'I cannot do that.',
    '{"id": "1", "text": "Hi"}',
    '[{"id": "1", "text": "Hi, I ne',
    '][',
    '[1] or [2]',
  ])('fails if it answers %j', async (text) => {
    await expect(read(text)).rejects.toThrow(UnreadableAnswer)
  })

  it('gets as many messages as fit, and those that are too long for any request never', async () => {
    const long = { id: 'long', content: 'x'.repeat(6_001) }
    const half = (id: string) => ({ id, content: 'x'.repeat(2_500) })
    expect(fitting([half('a'), long, half('b'), half('c')]).map(({ id }) => id)).toEqual(['a', 'long', 'b'])
    expect(fitting([{ id: 'c', content: '草'.repeat(2_000) }, HOLA])).toHaveLength(1)
    const asked: string[] = []
    const ask: AskModel = async ({ messages }) => {
      asked.push(messages.at(-1)?.content ?? '')
      return '[{"id": "1", "text": "Hi, I need my lawn cut"}]'
    }
    expect([...(await translate(ask, [long, HOLA]))]).toEqual(BOTH.slice(0, 1))
    expect(asked).toEqual([expect.not.stringContaining('xxx')])
    expect([...(await translate(ask, [long]))]).toEqual([])
    expect(asked).toHaveLength(1)
  })
})

it('the language of a message is its own, or else that of its author’s last one', () => {
  const said = [
    ['agent', 'Hi, how can I help?'],
    ['visitor', 'Hola, necesito cortar el césped'],
    ['agent', '¡Claro! ¿Cómo se llama usted?'],
    ['visitor', 'Ana'],
    ['visitor', '614-555-0188'],
    ['person', 'Sure!'],
    ['visitor', 'Do you speak English?'],
    ['visitor', 'Ana'],
    ['visitor', 'Bonjour, je voudrais tondre ma pelouse'],
  ] as const
  const messages = said.map(([author, content], index) => ({ id: `${index}`, author, content }))
  expect(foreignLanguages(messages)).toEqual({ 1: 'es', 2: 'es', 3: 'es', 8: 'fr' })
  expect(foreignLanguages(messages.slice(3, 6))).toEqual({})
})
