import { answerWith } from '../in-thread.ts'
import { embedIn } from './embed.ts'

answerWith(embedIn)
