import { expect, it } from 'vitest'
import { languageName, languageNames } from '../../../../src/domain/conversations/language-names.ts'

it.each([
  ['es', 'Spanish'],
  ['ht', 'Haitian Creole'],
  ['zh', 'Chinese'],
  ['not a code', 'another language'],
  ['', 'another language'],
])('the name of %j is %s', (code, name) => {
  expect(languageName(code)).toBe(name)
})

it('several languages are named once each', () => {
  expect(languageNames(['es', 'fr', 'es'])).toBe('Spanish and French')
})
