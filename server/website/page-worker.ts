import { answerWith } from '../in-thread.ts'
import { type PageContents, readPage } from './extract.ts'
import { usefulPaths } from './useful-paths.ts'

export interface PageInput {
  html: string
  /** Its address. */
  href: string
  /** The text of its site's robots.txt. */
  robots: string
}

export interface PageOutput extends Pick<PageContents, 'title' | 'faqs' | 'text'> {
  paths: ReadonlyMap<string, number>
}

answerWith(({ html, href, robots }: PageInput): PageOutput => {
  const { links, ...contents } = readPage(html)
  return { ...contents, paths: usefulPaths(links, new URL(href), robots) }
})
