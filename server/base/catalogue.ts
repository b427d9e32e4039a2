export const LANGUAGES = ['en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** One text per key and language; `{name}` is a placeholder. */
type Texts<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>

/** Returns a text with its `{names}` replaced. A sentence that ends with `p.m.` gets no second period. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text
    .replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
    .replace(/\b([ap]\.m\.)\.(?!\.)/g, '$1')
}

/** Returns a function that looks up a text in a catalog and replaces its placeholders. */
export function catalogue<const Key extends string>(texts: Texts<Key>) {
  return (language: Language, key: Key, values: Readonly<Record<string, string>> = {}): string =>
    fill(texts[language][key], values)
}

type Say<Key> = (language: Language, key: Key, values?: Readonly<Record<string, string>>) => string

/** Returns a catalog's function for one language. */
export const inLanguage =
  <Key>(say: Say<Key>, language: Language) =>
  (key: Key, values?: Readonly<Record<string, string>>) =>
    say(language, key, values)
