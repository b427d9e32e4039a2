import * as v from 'valibot'
import { LANGUAGES, type Language } from '../base/catalogue.ts'

const State = v.object({ language: v.picklist(LANGUAGES) })

/** Returns the language in which the agent speaks with a visitor, from a conversation's stored state. */
export function visitorLanguage(state: unknown): Language {
  const { success, output } = v.safeParse(State, state)
  return success ? output.language : 'en'
}
