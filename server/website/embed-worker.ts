import { answerWith } from '../base/in-thread.ts'
import { embedIn } from './embed.ts'

answerWith(embedIn)
