import type { WebsiteBusiness } from '../../src/contract/website-reading.ts'
import { answerWith } from '../base/in-thread.ts'
import { businessOf } from './business/business.ts'
import type { PageFacts } from './business/facts.ts'

export interface BusinessInput {
  pages: PageFacts[]
  /** The website's host. */
  host: string
}

answerWith(({ pages, host }: BusinessInput): WebsiteBusiness => businessOf(pages, host))
