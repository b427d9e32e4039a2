import type { Random } from './random.ts'

const FIRST_NAMES = [
  'Emily',
  'Marcus',
  'Priya',
  'Daniel',
  'Sofia',
  'Jamal',
  'Hannah',
  'Luis',
  'Grace',
  'Kevin',
  'Aisha',
  'Robert',
  'Mei',
  'Patrick',
  'Natalie',
  'Andre',
  'Caroline',
  'Tomás',
  'Rachel',
  'Victor',
  'Denise',
  'Owen',
  'Fatima',
  'Gregory',
  'Lauren',
  'Hiroshi',
  'Bridget',
  'Samuel',
  'Yolanda',
  'Ethan',
  'Ingrid',
  'Terrence',
  'Paige',
  'Nikhil',
  'Joanne',
  'Curtis',
  'Elena',
  'Walter',
  'Simone',
  'Brandon',
] as const

const LAST_NAMES = [
  'Carter',
  'Nguyen',
  'Patel',
  'Whitfield',
  'Romero',
  'Brooks',
  'Lindqvist',
  'Okafor',
  'Sullivan',
  'Hayes',
  'Kim',
  'Delgado',
  'Foster',
  'Bauer',
  'Chandler',
  'Washington',
  'Moreau',
  'Ortiz',
  'Feldman',
  'Novak',
  'Pruitt',
  'Hamid',
  'Langley',
  'Tanaka',
  'Mercer',
  'Abbott',
  'Vargas',
  'Kowalski',
  'Bishop',
  'Shaw',
  'Iyer',
  'Donnelly',
  'Fox',
  'Grant',
  'Reyes',
  'Holloway',
  'Schmidt',
  'Baptiste',
  'Quinn',
  'Ellis',
] as const

const STREETS = [
  'Maplewood Lane',
  'Birch Hollow Road',
  'Fairview Avenue',
  'Cedar Ridge Drive',
  'Orchard Street',
  'Walnut Creek Court',
  'Stonegate Way',
  'Meadowlark Drive',
  'Old Mill Road',
  'Highland Terrace',
  'Willow Bend',
  'Sycamore Street',
  'Riverside Drive',
  'Hawthorne Avenue',
  'Clover Hill Lane',
  'Pinecrest Road',
] as const

const TOWNS = [
  'Columbus, OH 43215',
  'Dublin, OH 43017',
  'Westerville, OH 43081',
  'Upper Arlington, OH 43221',
  'Worthington, OH 43085',
  'Hilliard, OH 43026',
  'Gahanna, OH 43230',
  'Powell, OH 43065',
  'New Albany, OH 43054',
  'Grove City, OH 43123',
] as const

/** Domains that are reserved for examples, so that demo mail can't reach anyone. */
const MAIL_DOMAINS = ['example.com', 'example.org', 'example.net'] as const
const AREA_CODES = ['614', '380', '740'] as const

export interface Person {
  name: string
  email: string
  /** A phone number in the fictional range (555-0100 to 555-0199), in one of the usual notations. */
  phone: string
  address: string
}

const LONG_NAME =
  'Bartholomew Maximilian Fitzgerald-Worthington III, on behalf of the Maple Ridge Homeowners Association Grounds and Landscape Committee'
const RIGHT_TO_LEFT_NAME = 'نورة بنت عبد الله الحربي'

/** Leads with names that are hard to display: very long or written from right to left. */
const SPECIAL: ReadonlyMap<number, { name: string; mail: string }> = new Map([
  [6, { name: LONG_NAME, mail: 'grounds.committee@mapleridge-hoa.example.org' }],
  [11, { name: RIGHT_TO_LEFT_NAME, mail: 'noura.alharbi@example.com' }],
])

const asMail = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')

/** Returns the person for a lead number; the first 1,600 names are unique. */
export function personOf(index: number, random: Random): Person {
  const first = FIRST_NAMES[index % FIRST_NAMES.length] ?? 'Emily'
  const round = Math.floor(index / FIRST_NAMES.length)
  const last = LAST_NAMES[(index * 7 + round) % LAST_NAMES.length] ?? 'Carter'
  const special = SPECIAL.get(index)
  const name = special?.name ?? `${first} ${last}`
  const repeat = round === 0 ? '' : String(round + 1)
  const area = random.pick(AREA_CODES)
  const line = `01${String(random.int(0, 99)).padStart(2, '0')}`
  return {
    name,
    email: special?.mail ?? `${asMail(name)}${repeat}@${random.pick(MAIL_DOMAINS)}`,
    phone: random.pick([`(${area}) 555-${line}`, `${area}-555-${line}`, `+1 ${area} 555 ${line}`]),
    address: `${random.int(12, 2980)} ${random.pick(STREETS)}, ${random.pick(TOWNS)}`,
  }
}
