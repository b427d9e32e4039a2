import { escapeAttribute } from '../../../src/domain/settings/embed-snippet.ts'
import type { BusinessFacts } from './facts.ts'
import type { Letter, Link, Part, ShownMessage } from './letter.ts'

const FONT = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** The colors of each class in light and dark mode. Text has a contrast of at least 4.5. */
const COLORS = {
  page: { light: 'background-color:#f1f3f5', dark: 'background-color:#101315' },
  card: { light: 'background-color:#ffffff', dark: 'background-color:#1b1f23' },
  ink: { light: 'color:#1c2126', dark: 'color:#eceff1' },
  muted: { light: 'color:#57606a', dark: 'color:#a8b1ba' },
  link: { light: 'color:#0b57d0', dark: 'color:#8ab4f8' },
  urgent: { light: 'color:#b3261e', dark: 'color:#ffb4ab' },
  rule: { light: 'border-color:#e1e5e9', dark: 'border-color:#3a4149' },
  box: { light: 'background-color:#f3f5f7', dark: 'background-color:#272c31' },
  edge: { light: 'border-color:#c6ccd2', dark: 'border-color:#5b646d' },
} as const
type Color = keyof typeof COLORS

const dark = (scope: string) =>
  Object.entries(COLORS)
    .map(([name, color]) => `${scope}.${name}{${color.dark} !important}`)
    .join('\n')

/** The dark colors, for clients that support the media query, and for Outlook, which marks its body element. */
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
a{text-decoration:underline}
@media (max-width:600px){.pad{padding-left:20px !important;padding-right:20px !important}.outer{padding:0 !important}.round{border-radius:0 !important}.action{display:block !important;text-align:center !important;margin-right:0 !important}}
@media (prefers-color-scheme:dark){
${dark('')}
}
${dark('[data-ogsc] ')}`

/** Escapes a text and keeps times and phone numbers on one line. */
const text = (words: string) =>
  escapeAttribute(words).replace(
    / (?=[AP]M\b)|(?<=\b[AP]M) (?=[A-Z]{2,5}\b|\()|(?<=\(\d{3}\)) (?=\d{3}-)/g,
    '&nbsp;',
  )

/** Returns the attributes of an element: its classes, with their light colors and other styles inline. */
function look(colors: Color | readonly Color[], style = '', classes = ''): string {
  const names = typeof colors === 'string' ? [colors] : colors
  const styles = [...names.map((name) => COLORS[name].light), style].filter(Boolean).join(';')
  return `class="${[...names, classes].filter(Boolean).join(' ')}" style="${styles}"`
}

/** Escapes a text and keeps its line breaks. */
const lines = (value: string) => value.split('\n').map(text).join('<br>')

const anchor = ({ text: words, href }: Link, colors: Color = 'link', style = '') =>
  `<a href="${escapeAttribute(href)}" ${look(colors, style)}>${text(words)}</a>`

const table = (rows: string, attributes = '') =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"${attributes}>${rows}</table>`

function message({ who, time, isVisitor, text: words, photos }: ShownMessage, accent: string): string {
  const side = isVisitor ? `border-left:3px solid ${accent}` : 'border-left:3px solid transparent'
  const links = photos.map((href, index) =>
    anchor({ text: photos.length === 1 ? 'Photo' : `Photo ${index + 1}`, href }),
  )
  const body = [words && lines(words), links.join(' &nbsp;')].filter(Boolean).join('<br>')
  return `<tr><td style="padding:0 0 10px">${table(
    `<tr><td ${look('box', `${side};border-radius:8px;padding:10px 14px;font-size:15px;line-height:22px;word-break:break-word`)}>
<div ${look('muted', 'font-size:13px;line-height:18px')}><b>${text(who)}</b> · ${text(time)}</div>
<div dir="auto" ${look('ink')}>${body}</div></td></tr>`,
  )}</td></tr>`
}

const small = (words: string) =>
  `<div ${look('muted', 'font-size:13px;line-height:18px;font-weight:600;padding:0 0 8px')}>${text(words)}</div>`

function partHtml(part: Part, { color }: Pick<BusinessFacts, 'color'>): string {
  switch (part.kind) {
    case 'text':
      return `<p ${look('ink', 'margin:0;font-size:16px;line-height:24px;word-break:break-word')}>${lines(part.text)}</p>`
    case 'facts':
      return table(
        part.facts
          .map(({ label, value, href }) => {
            const cell =
              'padding:8px 0;font-size:15px;line-height:22px;vertical-align:top;border-top-width:1px;border-top-style:solid'
            const shown = href ? anchor({ text: value, href }) : text(value)
            return `<tr><td width="112" ${look(['muted', 'rule'], `${cell};padding-right:12px`)}>${text(label)}</td><td ${look(['ink', 'rule'], `${cell};word-break:break-word`)}><span dir="auto">${shown}</span></td></tr>`
          })
          .join(''),
      )
    case 'actions': {
      const shape =
        'display:inline-block;border-radius:8px;padding:12px 22px;font-size:16px;line-height:20px;font-weight:600;text-decoration:none;margin:0 10px 10px 0'
      const first = `<a href="${escapeAttribute(part.primary.href)}" ${look('edge', `${shape};background-color:${color.background};color:${color.ink};border:1px solid ${color.background}`, 'action')}>${text(part.primary.text)}</a>`
      const others = part.others.map(
        ({ text: words, href }) =>
          `<a href="${escapeAttribute(href)}" ${look(['ink', 'edge'], `${shape};border-width:1px;border-style:solid`, 'action')}>${text(words)}</a>`,
      )
      return [first, ...others].join('')
    }
    case 'messages':
      return small(part.title) + table(part.messages.map((each) => message(each, color.background)).join(''))
    case 'list':
      return `${part.title === null ? '' : small(part.title)}${table(
        part.items
          .map(
            (item) =>
              `<tr><td ${look('rule', 'padding:10px 0;border-top-width:1px;border-top-style:solid;font-size:15px;line-height:22px;word-break:break-word')}>${anchor(item, 'link', 'font-weight:600')}${item.detail ? `<br><span dir="auto" ${look('muted', 'font-size:14px')}>${text(item.detail)}</span>` : ''}</td></tr>`,
          )
          .join(''),
      )}${part.more === null ? '' : `<div style="padding:10px 0 0;font-size:15px">${anchor(part.more)}</div>`}`
    case 'numbers':
      return table(
        part.numbers
          .map(
            ({ label, count }) =>
              `<tr><td ${look(['ink', 'rule'], 'padding:10px 0;font-size:16px;line-height:24px;border-top-width:1px;border-top-style:solid')}>${text(label)}</td><td align="right" ${look(['ink', 'rule'], 'padding:10px 0;font-size:20px;line-height:24px;font-weight:700;border-top-width:1px;border-top-style:solid')}>${count.toLocaleString('en-US')}</td></tr>`,
          )
          .join(''),
      )
  }
}

/** Returns a mail as HTML: tables and inline styles, 600 px wide, without external resources. */
export function letterHtml(letter: Letter, business: Pick<BusinessFacts, 'name' | 'color'>): string {
  const { language = 'en', subject, preview, label, isUrgent, heading, parts, footer } = letter
  const body = parts
    .map((part) => `<tr><td class="pad" style="padding:0 32px 22px">${partHtml(part, business)}</td></tr>`)
    .join('\n')
  const sentences = footer.filter((each) => typeof each === 'string').map(text)
  const links = footer.filter((each) => typeof each !== 'string').map((link) => anchor(link, 'muted'))
  const foot = [sentences.join(' '), links.join(' · ')].filter(Boolean).join('<br>')
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${text(subject)}</title>
<style>
${STYLE}
</style>
</head>
<body ${look('page', `margin:0;padding:0;font-family:${FONT}`)}>
<div style="display:none;max-height:0;overflow:hidden">${text(preview)}</div>
${table(
  `<tr><td align="center" class="outer" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" ${look('card', `width:100%;max-width:600px;border-radius:12px;overflow:hidden;font-family:${FONT}`, 'round')}>
<tr><td style="height:6px;line-height:6px;font-size:0;background-color:${business.color.background}">&nbsp;</td></tr>
<tr><td class="pad" style="padding:24px 32px 0"><span dir="auto" ${look('muted', 'font-size:14px;line-height:20px;font-weight:600')}>${text(business.name)}</span></td></tr>
<tr><td class="pad" style="padding:16px 32px 14px">${label === null ? '' : `<div ${look(isUrgent ? 'urgent' : 'muted', 'font-size:14px;line-height:20px;font-weight:600')}>${text(label)}</div>`}
<h1 ${look('ink', 'margin:2px 0 0;font-size:24px;line-height:32px;font-weight:700;word-break:break-word')}>${text(heading)}</h1></td></tr>
${body}
<tr><td class="pad" style="padding:2px 32px 28px"><div ${look(['muted', 'rule'], 'font-size:13px;line-height:20px;border-top-width:1px;border-top-style:solid;padding-top:16px')}>${foot}</div></td></tr>
</table>
</td></tr>`,
  ` ${look('page')}`,
)}
</body>
</html>
`
}
