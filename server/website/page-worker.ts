import { answerWith } from '../base/in-thread.ts'
import { type PageContents, readPage } from './extract.ts'
import { usefulPaths } from './useful-paths.ts'

export interface PageInput {
  html: string
  /** The page's address. */
  href: string
  /** The content of the site's robots.txt. */
  robots: string
}

export interface PageOutput extends Pick<PageContents, 'title' | 'faqs' | 'text' | 'facts'> {
  paths: ReadonlyMap<string, number>
}

answerWith(({ html, href, robots }: PageInput): PageOutput => {
  const { links, ...contents } = readPage(html, href)
  return { ...contents, paths: usefulPaths(links, new URL(href), robots) }
})
