import { describe, expect, it } from 'vitest'
import { firstAndLast, greetingName, nameParts } from '../../../../src/domain/common/name-parts.ts'

/** Names with their first and last name, and how to address the person. */
const NAMES = [
  ['Ann Lee', 'Ann', 'Lee', 'Ann'],
  ['Madonna', 'Madonna', '', 'Madonna'],
  ['王小明', '王小明', '', '王小明'],
  ['Al Gore III', 'Al', 'Gore III', 'Al'],
  ['Sammy Davis Jr', 'Sammy', 'Davis Jr', 'Sammy'],
  ['Martin Luther King Jr.', 'Martin Luther', 'King Jr.', 'Martin'],
  ['Ludwig van Beethoven II', 'Ludwig', 'van Beethoven II', 'Ludwig'],
  ['Ann Lee PhD', 'Ann', 'Lee PhD', 'Ann'],
  ['Ann Lee, Ph.D.', 'Ann', 'Lee, Ph.D.', 'Ann'],
  ['Jane Doe, Esq.', 'Jane', 'Doe, Esq.', 'Jane'],
  ['Bob Jr', 'Bob', 'Jr', 'Bob'],
  ['Jack Ma', 'Jack', 'Ma', 'Jack'],
  ['Ed Do', 'Ed', 'Do', 'Ed'],
  ['William "Bill" Clark', 'William "Bill"', 'Clark', 'William'],
  ['Robert (Bob) Stone', 'Robert (Bob)', 'Stone', 'Robert'],
  ['Mrs. Robinson', '', 'Mrs. Robinson', 'Mrs. Robinson'],
  ['Mr and Mrs Lee', '', 'Mr and Mrs Lee', 'Mr and Mrs Lee'],
  ['Mr. & Mrs. John Lee', 'Mr. & Mrs. John', 'Lee', 'John'],
  ['Señora García', '', 'Señora García', 'Señora García'],
  ['Sr. Juan Perez', 'Sr. Juan', 'Perez', 'Juan'],
  ['Dr. Ruth Westheimer MD', 'Dr. Ruth', 'Westheimer MD', 'Ruth'],
  ['Don Smith', 'Don', 'Smith', 'Don'],
  ['Derek & Julie Hanson', 'Derek & Julie', 'Hanson', 'Derek & Julie'],
  ['U Thant', 'U', 'Thant', 'U Thant'],
  ['J. R. Smith', 'J. R.', 'Smith', 'J. R. Smith'],
  ['Juan de la Cruz', 'Juan', 'de la Cruz', 'Juan'],
  ['Van Morrison', 'Van', 'Morrison', 'Van'],
  ['Ana Two Bulls', 'Ana Two', 'Bulls', 'Ana'],
  ['Ravi D, MD', 'Ravi', 'D, MD', 'Ravi'],
  ['Kumar R RN', 'Kumar', 'R RN', 'Kumar'],
  ['Ann Lee (Lee)', 'Ann', 'Lee (Lee)', 'Ann'],
  ['"Bill" Clark', '"Bill" Clark', '', 'Clark'],
  ['John Smith MD PhD', 'John', 'Smith MD PhD', 'John'],
  ['John Smith, MD, PhD', 'John', 'Smith, MD, PhD', 'John'],
  ['Ann Lee, BSN, LCSW', 'Ann', 'Lee, BSN, LCSW', 'Ann'],
  ['Kim & Kim', 'Kim & Kim', '', 'Kim & Kim'],
  ['don Chuy', '', 'don Chuy', 'don Chuy'],
  ['don Jesús Ruiz', 'don Jesús', 'Ruiz', 'Jesús'],
  ['The Hendersons', '', 'The Hendersons', 'The Hendersons'],
  ['the Smith family', '', 'the Smith family', 'the Smith family'],
  ['The Anh Nguyen', 'The Anh', 'Nguyen', 'The'],
  ['familia Ruiz Mora', '', 'familia Ruiz Mora', 'familia Ruiz Mora'],
  ['familia Ruiz', '', 'familia Ruiz', 'familia Ruiz'],
  ['Fr. Tom Riley', 'Fr. Tom', 'Riley', 'Tom'],
  ['Hon. Ruth Ames', 'Hon. Ruth', 'Ames', 'Ruth'],
  ['Ing. Pérez', '', 'Ing. Pérez', 'Ing. Pérez'],
  ['Lic. Ana Mora', 'Lic. Ana', 'Mora', 'Ana'],
  ['Hon Solo', 'Hon', 'Solo', 'Hon'],
  ['Lee, Ann', 'Ann', 'Lee', 'Ann'],
  ['Smith Jr., John', 'John', 'Smith Jr.', 'John'],
  ['Smith, John Jr.', 'John', 'Smith Jr.', 'John'],
  ['García López, María', 'María', 'García López', 'María'],
] as const

describe.each(NAMES)('%s', (name, first, last, greeting) => {
  it('has a first and a last name', () => expect(firstAndLast(name)).toEqual({ first, last }))
  it('is greeted', () => expect(greetingName(name)).toBe(greeting))
  it('loses no letter', () => {
    const { title, given, nickname, surname, suffix } = nameParts(name)
    const lettersOf = (text: string) => text.match(/\p{L}/gu)?.toSorted().join('')
    expect(lettersOf(title + given + nickname + surname + suffix)).toBe(lettersOf(name))
  })
})

it('together, first and last name are the name as it was said', () => {
  for (const [name] of NAMES.filter(([each]) => !/^[^ ]+(?: López| Jr\.)?, (?:Ann|John|María)/.test(each))) {
    const { first, last } = firstAndLast(name)
    expect(`${first} ${last}`.trim()).toBe(name)
  }
})

it('a blank name has no parts', () => {
  expect(firstAndLast('  ')).toEqual({ first: '', last: '' })
})
