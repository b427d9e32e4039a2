import { answerWith } from '../in-thread.ts'
import { busyIn, type Window } from './busy-in.ts'

answerWith(({ text, window }: { text: string; window: Window }) => busyIn(text, window))
