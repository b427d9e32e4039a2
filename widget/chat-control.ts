import { LIMITS } from '../src/contract/limits.ts'
import type { ChatControl } from '../src/contract/widget.ts'
import { byId, element } from './chat-dom.ts'

/** The pause after the last keystroke before addresses are suggested. */
const DEBOUNCE_MS = 250
/** The fewest digits of a phone number, without its area code. */
const FEWEST_DIGITS = 7

type Kind = ChatControl['kind']

interface Words {
  lang: string
  send: string
  /** Sent as a message, which the agent understands. */
  skip: string
  places: string
  labels: Record<Kind, string>
  problems: Record<Kind, string>
}

const WORDS: Record<string, Words> & { en: Words } = {
  en: {
    lang: 'en',
    send: 'Send',
    skip: 'Skip',
    places: 'Suggested addresses',
    labels: {
      name: 'Name',
      phone_or_email: 'Phone number or email',
      phone: 'Phone number',
      email: 'Email address',
      address: 'Address of the property',
    },
    problems: {
      name: 'Enter a name, or skip this.',
      phone_or_email: `Enter a phone number with at least ${FEWEST_DIGITS} digits, or an email address.`,
      phone: `Enter a phone number with at least ${FEWEST_DIGITS} digits.`,
      email: 'Enter an email address, such as name@example.com.',
      address: 'Enter an address, or skip this.',
    },
  },
  es: {
    lang: 'es',
    send: 'Enviar',
    skip: 'Omitir',
    places: 'Direcciones sugeridas',
    labels: {
      name: 'Nombre',
      phone_or_email: 'Teléfono o correo electrónico',
      phone: 'Teléfono',
      email: 'Correo electrónico',
      address: 'Dirección de la propiedad',
    },
    problems: {
      name: 'Escriba un nombre u omita esta pregunta.',
      phone_or_email: `Escriba un teléfono de al menos ${FEWEST_DIGITS} dígitos o un correo electrónico.`,
      phone: `Escriba un teléfono de al menos ${FEWEST_DIGITS} dígitos.`,
      email: 'Escriba un correo electrónico, como nombre@example.com.',
      address: 'Escriba una dirección u omita esta pregunta.',
    },
  },
}

/** Returns the labels in the agent's language. An API without languages speaks English. */
export const wordsOf = (language: string | undefined): Words => WORDS[language ?? 'en'] ?? WORDS.en

/** The type, autocomplete, inputmode, and autocapitalize of the field. */
const FIELDS: Record<Kind, readonly [type: string, fill: string, keys: string, capitals: string]> = {
  name: ['text', 'name', 'text', 'words'],
  phone_or_email: ['text', 'tel', 'email', 'none'],
  phone: ['tel', 'tel', 'tel', 'none'],
  email: ['email', 'email', 'email', 'none'],
  address: ['text', 'street-address', 'text', 'words'],
}

const COMBOBOX = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': 'places' }

const isPhone = (text: string) => text.replace(/\P{Nd}/gu, '').length >= FEWEST_DIGITS
const isEmail = (text: string) => /[^\s@]@[^\s@]/.test(text)

/** Returns whether a value has no obvious mistake. */
function isPlausible(kind: Kind, text: string): boolean {
  if (kind === 'email' || (kind === 'phone_or_email' && text.includes('@'))) return isEmail(text)
  return kind === 'name' || kind === 'address' ? text !== '' : isPhone(text)
}

export interface ControlParts {
  answer: (text: string) => void
  typing: () => void
  /** Moves what the visitor is typing to the message when the form disappears. */
  keep: (text: string) => void
  /** Returns addresses that complete a text. */
  suggest: (text: string, signal: AbortSignal) => Promise<readonly string[]>
}

/** Draws the form for the agent's question. Inserts suggestions as text, never as HTML. */
export function chatControl({ answer, typing, keep, suggest }: ControlParts) {
  const form = byId('control', HTMLFormElement)
  const field = byId('asked', HTMLInputElement)
  const list = byId('places', HTMLUListElement)
  const problem = byId('control-problem', HTMLElement)
  const skip = byId('skip', HTMLButtonElement)
  let words = WORDS.en
  /** What the field asks for, also while the form is hidden, so that its value returns with it. */
  let kind: Kind | null = null
  let isShown = false
  let isWaiting = false
  let suggests = false
  let attempt = new AbortController()
  let active = -1

  const draw = () => {
    form.hidden = isWaiting || !isShown
  }

  function fail(text: string) {
    problem.textContent = text
    problem.hidden = text === ''
    field.setAttribute('aria-invalid', String(text !== ''))
    if (text !== '') form.scrollIntoView({ block: 'nearest' })
  }

  function choose(place: string) {
    field.value = place
    showPlaces([])
  }

  function activate(index: number) {
    active = index
    for (const [at, item] of [...list.children].entries()) {
      item.setAttribute('aria-selected', String(at === index))
      if (at === index) item.scrollIntoView({ block: 'nearest' })
    }
    if (index < 0) field.removeAttribute('aria-activedescendant')
    else field.setAttribute('aria-activedescendant', `place-${index}`)
  }

  function showPlaces(places: readonly string[]) {
    attempt.abort()
    list.replaceChildren(
      ...places.map((place, index) => {
        const item = element('li', '', place)
        item.id = `place-${index}`
        item.setAttribute('role', 'option')
        item.addEventListener('click', () => choose(place))
        return item
      }),
    )
    list.hidden = places.length === 0
    if (suggests) field.setAttribute('aria-expanded', String(!list.hidden))
    activate(-1)
    list.scrollIntoView({ block: 'nearest' })
  }

  /** Suggests addresses after a pause. If that fails, the field stays as it is. */
  function search() {
    attempt.abort()
    const text = field.value.trim()
    const { min, max } = LIMITS.addressSearch
    if (!suggests || text.length < min || text.length > max) return showPlaces([])
    attempt = new AbortController()
    const { signal } = attempt
    const timer = setTimeout(async () => {
      const found = await suggest(text, signal).catch(() => null)
      if (signal.aborted) return
      showPlaces(found ?? [])
      suggests = found !== null
    }, DEBOUNCE_MS)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }

  function ask(next: ChatControl) {
    const [type, fill, keys, capitals] = FIELDS[next.kind]
    kind = next.kind
    suggests = next.kind === 'address' && next.suggests
    field.value = ''
    field.type = type
    field.autocomplete = fill as AutoFill
    field.inputMode = keys
    field.autocapitalize = capitals
    for (const [name, value] of Object.entries(COMBOBOX)) {
      if (suggests) field.setAttribute(name, value)
      else field.removeAttribute(name)
    }
    field.removeAttribute('aria-expanded')
    showPlaces([])
    fail('')
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const text = field.value.trim()
    if (!kind) return
    const isGood = isPlausible(kind, text)
    fail(isGood ? '' : words.problems[kind])
    if (!isGood) return field.focus()
    showPlaces([])
    answer(text)
  })
  field.addEventListener('input', () => {
    if (!problem.hidden) fail('')
    if (field.value !== '') typing()
    search()
  })
  field.addEventListener('keydown', (event) => {
    const count = list.childElementCount
    if (count === 0 || event.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) activate(((active + 1 + step + count + 1) % (count + 1)) - 1)
    else if (event.key === 'Enter' && active >= 0) choose(list.children[active]?.textContent ?? '')
    else if (event.key === 'Escape') showPlaces([])
    else return
    event.preventDefault()
    // Otherwise Escape closes the chat.
    event.stopPropagation()
  })
  field.addEventListener('blur', () => showPlaces([]))
  // A press on a suggestion leaves the focus in the field.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  skip.addEventListener('click', () => answer(words.skip))

  return {
    /** Shows the form for a question, or hides it. A repeated question leaves what the visitor has typed. */
    show(given: ChatControl | null | undefined, language: string | undefined) {
      const next = given && FIELDS[given.kind] ? given : null
      words = wordsOf(language)
      if (next?.kind !== kind && form.contains(document.activeElement)) {
        keep(field.value)
        field.value = ''
      }
      if (next && next.kind !== kind) ask(next)
      isShown = next !== null
      draw()
      if (!next) return
      form.lang = words.lang
      list.setAttribute('aria-label', words.places)
      skip.textContent = words.skip
      for (const [selector, text] of [
        ['label', words.labels[next.kind]],
        ['[type=submit]', words.send],
      ] as const) {
        const part = form.querySelector(selector)
        if (part) part.textContent = text
      }
    },
    /** Hides the form while a message is being sent. */
    wait(waiting: boolean) {
      isWaiting = waiting
      draw()
    },
    clear() {
      kind = null
      isShown = false
      field.value = ''
      draw()
    },
  }
}
