import type { Language } from '../../base/catalogue.ts'

/** A link and its text. `href` is absolute. */
export interface Link {
  text: string
  href: string
}

export interface Fact {
  label: string
  value: string
  href?: string | null
}

export interface ShownMessage {
  who: string
  time: string
  isVisitor: boolean
  text: string
  /** The URLs of the photos. */
  photos: readonly string[]
}

/** A part of a mail, as plain text without markup. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'facts'; facts: readonly Fact[] }
  | { kind: 'actions'; primary: Link; others: readonly Link[] }
  | { kind: 'messages'; title: string; messages: readonly ShownMessage[] }
  | { kind: 'list'; title: string | null; items: readonly (Link & { detail: string })[]; more: Link | null }
  | { kind: 'numbers'; numbers: readonly { label: string; count: number }[] }

/** The content of a mail, without markup. */
export interface Letter {
  /** Defaults to English. */
  language?: Language
  subject: string
  /** The preview that mail clients show next to the subject. */
  preview: string
  /** The kind of news, shown above the heading; null if there is none. */
  label: string | null
  isUrgent?: boolean
  heading: string
  parts: readonly Part[]
  /** Who sends this mail, and why the recipient gets it. */
  footer: readonly (string | Link)[]
}

const withUrl = ({ text, href }: Link) => `${text}: ${href.replace(/^(?:tel|mailto):/, '')}`

function lines(part: Part): string[] {
  switch (part.kind) {
    case 'text':
      return [part.text]
    case 'facts':
      return part.facts.map(({ label, value }) => `${label}: ${value}`)
    case 'actions':
      return [part.primary, ...part.others].map((link) =>
        link.href.startsWith('http') ? withUrl(link) : link.text,
      )
    case 'messages':
      return [
        part.title,
        ...part.messages.map(
          ({ who, time, text, photos }) =>
            `\n${who}, ${time}\n${[text, ...photos.map((url) => `Photo: ${url}`)].filter(Boolean).join('\n')}`,
        ),
      ]
    case 'list':
      return [
        ...(part.title ? [part.title] : []),
        ...part.items.map(({ text, detail }) => `- ${[text, detail].filter(Boolean).join(', ')}`),
        ...(part.more ? [withUrl(part.more)] : []),
      ]
    case 'numbers':
      return part.numbers.map(({ label, count }) => `${label}: ${count.toLocaleString('en-US')}`)
  }
}

export function letterText({ label, heading, parts, footer }: Letter): string {
  const head = label === null ? heading : `${label}: ${heading}`
  const foot = footer.map((each) => (typeof each === 'string' ? each : withUrl(each))).join('\n')
  return `${[head, ...parts.map((part) => lines(part).join('\n')), `--\n${foot}`].join('\n\n')}\n`
}
