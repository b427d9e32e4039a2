import { describe, expect, it } from 'vitest'
import { inOwnersWords } from '../../../server/agent/service-names.ts'
import { PRESET_SERVICES } from '../../../src/domain/onboarding/services.ts'
import { aContext } from './business.ts'
import { converse, last, said } from './conversation.ts'

const HOLA = 'Hola, quisiera una cotización'
const LIGHTS = 'Christmas Light Hanging'
const context = aContext({
  services: ['Lawn Care & Maintenance', 'Tree Services', 'Gutter Cleaning', LIGHTS],
  servicesSpanish: { 'Tree Services': 'Poda de árboles', [LIGHTS]: ' Luces navideñas ' },
})

describe('in a Spanish chat, the agent says the Spanish names', () => {
  it('in its quick replies and lists; a service without one keeps its own', () => {
    const { quickReplies } = last(converse([HOLA], context))
    expect(quickReplies).toEqual([
      'Cuidado y mantenimiento del césped',
      'Poda de árboles',
      'Gutter Cleaning',
      'Luces navideñas',
    ])
    expect(said(converse([HOLA, '¿Qué servicios ofrecen?'], context))).toContain(
      'Ofrecemos Cuidado y mantenimiento del césped, Poda de árboles, Gutter Cleaning y Luces navideñas.',
    )
    expect(said(converse([HOLA, 'lkj'], context))).toContain(
      'Ofrecemos Cuidado y mantenimiento del césped, Poda de árboles, Gutter Cleaning, Luces navideñas.',
    )
  })

  it.each([
    'Poda de árboles',
    'poda de arboles',
    'Luces navideñas',
    'Cuidado y mantenimiento del césped',
    'Gutter Cleaning',
  ])('understands the button %j, and acknowledges it', (button) => {
    const turn = last(converse([HOLA, button], context))
    const names: Record<string, [string, string]> = {
      poda: ['Tree Services', 'Poda de árboles'],
      luces: [LIGHTS, 'Luces navideñas'],
      cuidado: ['Lawn Care & Maintenance', 'Cuidado y mantenimiento del césped'],
      gutter: ['Gutter Cleaning', 'Gutter Cleaning'],
    }
    const [service, name] = names[button.toLowerCase().split(' ', 1)[0] ?? ''] ?? []
    expect(turn.extracted.service_needs).toBe(service)
    expect(turn.state.language).toBe('es')
    expect(turn.replies.join(' ')).toContain(`Entendido: ${name}.`)
  })

  it('understands a name in a sentence, and a question about it', () => {
    const turn = last(converse([HOLA, 'Necesito luces navideñas en mi casa'], context))
    expect(turn.extracted.service_needs).toBe(LIGHTS)
    expect(turn.replies.join(' ')).toContain('Luces navideñas')
    const asked = last(converse([HOLA, '¿Hacen luces navidenas?'], context))
    expect(asked.extracted.service_needs).toBe(LIGHTS)
    expect(asked.replies.join(' ')).not.toContain('no está en nuestra lista')
  })

  it('confirms a change with them', () => {
    const turns = converse(
      [HOLA, 'Poda de árboles', 'Ana Torres', 'Olvide la poda de árboles, quiero luces navideñas'],
      context,
    )
    expect(last(turns).extracted.service_needs).toBe(LIGHTS)
    expect(said(turns)).toContain('el servicio a Luces navideñas')
  })

  it('says what it does not offer in Spanish, too', () => {
    const turn = last(converse([HOLA, 'Necesito quitar la nieve'], context))
    expect(turn.replies.join(' ')).toContain('Remoción de nieve no está en nuestra lista')
  })

  it('has names for all preset services of a business without a list', () => {
    const open = aContext({ services: [] })
    expect(last(converse([HOLA, 'Sistemas de riego'], open)).extracted.service_needs).toBe(
      'Irrigation Systems',
    )
  })
})

it('in an English chat, the agent says the English names', () => {
  expect(last(converse([], context)).quickReplies).toEqual(context.business.services)
  const turn = last(converse(['Hi, I need my trees trimmed'], context))
  expect(turn.replies.join(' ')).toContain('Got it: Tree Services.')
})

it('a preset service whose Spanish name the owner has cleared keeps its English one', () => {
  const cleared = aContext({ services: ['Tree Services'], servicesSpanish: { 'Tree Services': ' ' } })
  expect(last(converse([HOLA], cleared)).quickReplies).toEqual(['Tree Services'])
})

describe('the owner’s words for a visitor’s message', () => {
  it.each([
    ['Remoción de nieve', 'Snow Removal'],
    [' remocion de nieve ', 'Snow Removal'],
    ['Quiero remoción de nieve', 'Quiero remoción de nieve'],
    ['Hola', 'Hola'],
    ['', ''],
  ])('are, for %j, %j', (message, expected) => {
    expect(inOwnersWords({ services: PRESET_SERVICES }, message)).toBe(expected)
  })

  it.each([
    ['a pattern', '.*+?^$()|[]\\', 'Quiero .*+?^$()|[]\\ ya', 'Quiero odd jobs ya'],
    ['part of a word', 'Rama', 'Quiero ramas', 'Quiero ramas'],
    ['empty', '   ', 'Quiero algo', 'Quiero algo'],
    ['in capitals', 'TRABAJOS RAROS', 'hago trabajos raros', 'hago odd jobs'],
    ['in letters that fall into parts', '한', 'quiero 한 hoy', 'quiero 한 hoy'],
  ])('are right for a name that is %s', (_, name, message, expected) => {
    const services = ['Odd Jobs']
    expect(inOwnersWords({ services, servicesSpanish: { 'Odd Jobs': name } }, message)).toBe(expected)
  })

  it('come from the owner’s names only', () => {
    expect(inOwnersWords({ services: ['constructor', 'toString'] }, 'constructor')).toBe('constructor')
  })

  it('take no longer for many names and a long message', () => {
    const services = Array.from({ length: 100 }, (_, index) => `Service ${index}`)
    const servicesSpanish = Object.fromEntries(
      services.map((each, index) => [each, `a ${'a '.repeat(index)}b`]),
    )
    const began = performance.now()
    inOwnersWords({ services, servicesSpanish }, 'a '.repeat(2_000))
    expect(performance.now() - began).toBeLessThan(500)
  })
})
