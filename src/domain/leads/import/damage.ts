/** What programs write into a cell without a value. A surname can be Null. */
const PLACEHOLDER =
  /^(?:[-–—_.?*/\\]+|n[./]?a\.?|nan|null|undefined|none|nil|unknown|not (?:provided|given|available|specified|set)|no (?:email|phone|name|address|value|data)|\(?(?:blank|empty|no value|none)\)?|<?test lead: dummy data.*)$/i

/** Returns a cell without space around it, or a blank text if it contains what programs write instead of nothing. */
export function blankCell(cell: string): string {
  const text = cell.trim()
  return text !== 'Null' && text.split(/\s*,\s*/).every((part) => PLACEHOLDER.test(part)) ? '' : text
}

/** What a spreadsheet shows instead of a value: an error, or a number in a column that is too narrow. */
const ERRORS =
  /(?<![^\s,])#(?:REF!|NAME\?|VALUE!|N\/A|DIV\/0!|NUM!|NULL!|ERROR!|SPILL!|CALC!|#{2,})(?![^\s,.])/g

/** A number in scientific notation. */
const SCIENTIFIC = /^[+-]?(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i

/** What happened to a value on its way into the file. */
export type Damage = 'error' | 'digits' | 'formula' | 'letters' | 'encoding'

/** A value without what spreadsheets and other programs did to it. `damage` says what it was, or null. */
export interface Repaired {
  text: string
  damage: Damage | null
}

/**
 * Returns the text of a cell without the notation that only protects it from spreadsheets: `="0123"` or an apostrophe
 * before a number. Repairs letters that were read in the wrong encoding, and removes the errors of spreadsheets.
 */
export function repaired(cell: string): Repaired {
  const text = cell
    .replace(/=["“”]([^"“”]*)["“”]/g, '$1')
    .replace(/^['‘’`](?=[+(]?\d)/gm, '')
    .replace(/&(?:amp|quot|#0?39|apos|lt|gt|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
  const decoded = inUtf8(text)
  const rest = decoded.replace(ERRORS, '').trim()
  if (rest !== decoded.trim())
    return { text: rest.replace(/^(?:,\s*)+|(?:,\s*)+$|,\s*(?=,)/g, ''), damage: 'error' }
  if (decoded !== text) return { text: decoded, damage: 'encoding' }
  return { text, damage: text.includes('\ufffd') ? 'letters' : null }
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&amp;': '&', '&quot;': '"', '&#39;': "'", '&#039;': "'", '&apos;': "'", '&lt;': '<', '&gt;': '>' },
  '&nbsp;': ' ',
}

/**
 * Returns a number as a phone has it, after a spreadsheet took it for a quantity: with a point and a zero, with commas,
 * or with an exponent. Text is blank if digits are lost.
 */
export function repairedNumber(cell: string): Repaired {
  const text = cell.trim()
  const [, first = '', fraction = '', exponent = ''] = SCIENTIFIC.exec(text) ?? []
  if (first !== '') {
    return fraction.length === Number(exponent)
      ? { text: first + fraction, damage: 'digits' }
      : { text: '', damage: 'digits' }
  }
  if (/^-\d+(?:\.\d+)?$/.test(text)) return { text: '', damage: 'formula' }
  if (/^\d{7,15}[.,]0+$/.test(text)) return { text: text.replace(/[.,]0+$/, ''), damage: 'digits' }
  if (/^\d{1,3}(?:,\d{3}){2,4}$/.test(text)) return { text: text.replaceAll(',', ''), damage: 'digits' }
  return { text, damage: null }
}

/** The byte of each character of Windows-1252 beyond ASCII. */
const BYTES = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 128 }, (_, at) => 128 + at))].map(
    (letter, at) => [letter, 128 + at],
  ),
)

/** Returns the text that was meant, if UTF-8 was read as Windows-1252: `ZoÃ«` is `Zoë`. */
function inUtf8(text: string): string {
  if (!/[\u00c2-\u00f4]/.test(text)) return text
  const bytes: number[] = []
  for (const letter of text) {
    const code = letter.charCodeAt(0)
    const byte = code < 128 ? code : BYTES.get(letter)
    if (byte === undefined) return text
    bytes.push(byte)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(bytes))
  } catch {
    return text
  }
}
