import type { AppointmentKind } from '../../src/contract/appointments.ts'

export const LANGUAGES = ['en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** The words for an appointment, which every text can use as placeholders. Both kinds have the same gender in Spanish. */
const WORDS = {
  en: {
    call: { appointment: 'estimate call', call: 'call', calls: 'calls', other: 'visit' },
    visit: { appointment: 'estimate visit', call: 'visit', calls: 'visits', other: 'call' },
  },
  es: {
    call: { appointment: 'llamada de presupuesto', call: 'llamada', calls: 'llamadas', other: 'visita' },
    visit: { appointment: 'visita de presupuesto', call: 'visita', calls: 'visitas', other: 'llamada' },
  },
} as const satisfies Record<Language, Record<AppointmentKind, Readonly<Record<string, string>>>>

/** The values of placeholders, and the kind of the appointment that the text is about. */
type Values = Readonly<Record<string, string>> & { readonly kind?: AppointmentKind }

/** One text per key and language; `{name}` is a placeholder. */
type Texts<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>

/** Returns a text with its `{names}` replaced. A sentence that ends with `p.m.` gets no second period. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text
    .replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
    .replace(/\b([ap]\.m\.)\.(?!\.)/g, '$1')
}

/**
 * Returns a function that looks up a text in a catalog and replaces its placeholders. A key that ends in `_visit` is the
 * text for a visit where other words than the placeholders differ.
 */
export function catalogue<const Key extends string>(texts: Texts<Key>) {
  return (language: Language, key: Key, values: Values = {}): string => {
    const { kind = 'call' } = values
    const own: Readonly<Record<string, string>> = texts[language]
    const text = (kind === 'visit' && own[`${key}_visit`]) || texts[language][key]
    return fill(text, { ...WORDS[language][kind], ...values })
  }
}

type Say<Key> = (language: Language, key: Key, values?: Values) => string

/** Returns a catalog's function for one language, and one kind of appointment. */
export const inLanguage =
  <Key>(say: Say<Key>, language: Language, kind: AppointmentKind = 'call') =>
  (key: Key, values?: Readonly<Record<string, string>>) =>
    say(language, key, { ...values, kind })
