import { LIMITS } from '../../contract/limits.ts'
import { readCsv, unguarded, writeCsv } from '../common/csv.ts'
import { textKey } from '../common/same-text.ts'

/** A question and its answer in a file. */
export interface FaqText {
  question: string
  answer: string
}

/** A line of a file that could not be imported. */
export interface FaqCsvIssue {
  /** Counted from 1, as in text editors. */
  line: number
  message: string
}

export interface FaqCsv {
  faqs: FaqText[]
  issues: FaqCsvIssue[]
  /** The number of lines that repeat a question in the file or in the list. */
  duplicates: number
}

/** The maximum number of characters read from a file. */
export const MOST_CSV_CHARACTERS = 5_000_000

const QUESTION_NAMES = ['question', 'questions', 'q', 'faq', 'title', 'prompt']
const ANSWER_NAMES = ['answer', 'answers', 'a', 'response', 'reply', 'text']

/** Returns the list as a CSV file with the header `Question,Answer`. */
export function faqsToCsv(faqs: readonly FaqText[]): string {
  return writeCsv([['Question', 'Answer'], ...faqs.map(({ question, answer }) => [question, answer])])
}

/**
 * Parses the questions and answers in a CSV file. The header is optional, ignores case and order, and can include other
 * columns. Reports lines that are incomplete, exceed the contract's limits, or come after the list is full. Counts
 * questions that are already in `present` or repeated in the file.
 */
export function faqsFromCsv(text: string, present: readonly FaqText[] = []): FaqCsv {
  if (text.length > MOST_CSV_CHARACTERS) return onlyIssue('The file is too large')
  if (text.includes('\0') || text.includes('\uFFFD')) {
    return onlyIssue('The file is not text in UTF-8. Save it as "CSV UTF-8" and try again')
  }
  const { rows, fault } = readCsv(text)
  const header = columnsOf(rows[0]?.cells ?? [])
  const { question: questionAt, answer: answerAt } = header ?? { question: 0, answer: 1 }
  const known = new Set(present.map(({ question }) => textKey(question)))
  const result: FaqCsv = { faqs: [], issues: [], duplicates: 0 }
  for (const { line, cells } of header ? rows.slice(1) : rows) {
    const question = unguarded(cells[questionAt] ?? '').trim()
    const answer = unguarded(cells[answerAt] ?? '').trim()
    if (question === '' && answer === '') continue
    const message = issueOf({ question, answer }, present.length + result.faqs.length)
    if (message) {
      result.issues.push({ line, message })
    } else if (known.has(textKey(question))) {
      result.duplicates++
    } else {
      known.add(textKey(question))
      result.faqs.push({ question, answer })
    }
  }
  if (fault) result.issues.push(fault)
  if (result.faqs.length + result.issues.length + result.duplicates === 0) {
    return onlyIssue('The file contains no questions')
  }
  return result
}

const onlyIssue = (message: string): FaqCsv => ({ faqs: [], issues: [{ line: 1, message }], duplicates: 0 })

function issueOf({ question, answer }: FaqText, listed: number): string | null {
  if (question === '') return 'The question is missing'
  if (answer === '') return 'The answer is missing'
  if (question.length > LIMITS.line) return `The question is longer than ${LIMITS.line} characters`
  if (answer.length > LIMITS.text) return `The answer is longer than ${LIMITS.text} characters`
  return listed >= LIMITS.faqs ? `The list can contain at most ${LIMITS.faqs} questions` : null
}

/** Returns the positions of the two columns, or null if the first line is not a header. */
function columnsOf(cells: readonly string[]): { question: number; answer: number } | null {
  const names = cells.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replace(/[\s:*_-]/g, ''),
  )
  const question = names.findIndex((name) => QUESTION_NAMES.includes(name))
  const answer = names.findIndex((name) => ANSWER_NAMES.includes(name))
  return question === -1 || answer === -1 ? null : { question, answer }
}
