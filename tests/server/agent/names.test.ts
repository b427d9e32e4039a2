import { describe, expect, it } from 'vitest'
import { converse, last, said } from './conversation.ts'

const ASKED = 'I need my lawn mowed'
const nameIn = (...messages: string[]) => last(converse(messages)).state.known.name
const listed = (text: string) => text.trim().split(/\s*[|\n]\s*/)

/**
 * Names that are also words, or have titles, suffixes, and nicknames, from several cultures. Some are from the tests of
 * name parsers.
 */
const NAMES = listed(`
  Jennifer Null | Pat Test | Ana Two Bulls | William "Bill" Clark | Tom Weeds | Carol Lawn | Ron Service
  Sunday Adeyemi | Friday Okafor | U Thant | Mrs. Robinson | Ann Lee PhD | Mr and Mrs Lee | Al Gore III
  Robert (Bob) Stone | Mr. & Mrs. Garcia | Dr. Helen Cho | Jane Doe, Esq. | Sammy Davis Jr.
  Martin Luther King Jr | Thurston Howell III | Precious Okafor | Blessing Eze | Innocent Mushi | Justice Smith
  Happy Rockefeller | Monday Nwosu | Thursday October Christian | Christian Christmas | Easter Morales
  January Jones | Tuesday Weld | Wednesday Addams | Bob Price | Rich Price | Bill Gates | Chase Banks | Mark Tree
  Dusty Rhodes | Rusty Gates | Jack Frost | Barry Cade | Penny Stock | Robin Banks | Cliff Edge | Heather Meadows
  Forest Hill | Brook Waters | Misty Rivers | Dawn Early | Sonny Day | Tim Burr | Jay Walker | Nguyen Thi Do
  My Tran | Do Kim | So Yun | An Le | Yin Le | Van Nguyen | Jack Ma | Xi An | Li Na | O Ree | Ng Wai
  Björk Guðmundsdóttir | José Luis Rodríguez Zapatero | Juan Q. Xavier de la Vega III | Velasquez y Garcia
  Mike van der Velt | Buca di Beppo | Te Awanui-a-Rangi Black | Harietta Keopuolani Nahi | Jane Doctor
  Joe Dentist D.D.S. | Jane Mac Beth | Jill St. John | E.T. Smith | J.R. Smith | U. S. Grant | Mack Johnson
  Matthëus Schmidt | Benjamin (Big Ben) Franklin | Mary Toogood (nee Johnson) | Kenneth Clarke QC | Hon Solo
  Abdul Rahman al-Sayed | Fatima bint Khalid | Siobhán O'Sullivan | D'Brickashaw Ferguson | Jean-Claude Van Damme
  María de los Ángeles Pérez | Natalie Good | Sarah Friend | Amy Winehouse | Kim Possible | Joe Schmo | Tom Call
  Lou Reed | George Bush | Kate Bush | Tiger Woods | Reese Witherspoon | Neil Patrick Harris | Emily Yard
  Peter Garden | Paul Walkway | Kelly Green | Jim Beam | Rob Banks | Wei Zhang | Xiao Ming Wang | Truong My Lan
  Kamala Devi | Sitting Bull | Crazy Horse | Rain Phoenix | River Phoenix | Ocean Vuong | North West
  Dweezil Zappa | Moon Zappa | Derek & Julie Hanson | Bob and Sue Miller | The Hendersons | Sister Mary Clarence
  Pastor Jim Jones | Father Brown | Ms. O'Neill | Miss Ann Lee | Señora García | Don Quixote
  Prince Rogers Nelson | Queen Latifah | Jermajesty Jackson | Stone Cold | Steve Stone | Jennifer Nothing
  Chris Null-Smith | Kevin Undefined | Laura Void | Ima Hogg | Candy Cane
`)

/** Answers to the question for the name that give none. */
const OTHERS = listed(`
  Lawn Mowing | lawn mowing | Next Week | Call Me | Call Me Later | Not Yet | No Thanks | No Thank You
  Columbus Ohio | Columbus, Ohio | Tree Removal | tree removal please | Tree Trimming And Mulch | Sunday Afternoon
  sunday works | friday morning | Friday At 3 | Next Tuesday | Spring Cleanup | Skip | Never Mind | Weekly Mowing
  Private | Prefer Not To Say | Backyard Only | Front Yard | The Homeowner | Asap Please | Snow Removal
  Why Do You Need It | Why Though | Grass Is Too High | Not Sure | Maybe Later | How Much | How Much Is It
  Just A Quote | Just Looking | Free Estimate | Free Quote Please | Good Morning | Good Question | Hello There
  Hi There | Thank You | Thanks A Lot | Yes Please | Sure Thing | Sounds Good | See You | Bye Bye | Leaf Removal
  Hedge Trimming | Stump Grinding | Sod Installation | Rose Bushes | rose bushes | Big Backyard | Dublin Ohio
  Elm Street | 12 Elm Street | Main St | Saturday Morning | Tomorrow Morning | This Weekend | Every Two Weeks
  Twice A Month | Text Me | Email Me | Not Telling You | None Of Your Business | Are You A Bot
  Real Person Please | Talk To A Human | Speak To Someone | Customer Service | what for | will call later
  mark tomorrow | not telling | my name is none of your business | you first | idk man | i already told you
  same as before | the yard is huge | mow and edge | half an acre | Half Acre | Ok Cool | ok thanks | Cool Beans
  Oh Wow | no way | Lawn Care | Fall Cleanup | Gutter Cleaning | mulch delivery | weed control | Weed Control
  Green Acres | Fence Repair | Wrong Number | Stop Texting Me | Leave Me Alone | Cancel That | Start Over
  Spanish Please | Hablas Español | Corte De Césped | No Gracias | Buenos Días | Mañana Por La Tarde
  Llámame Mañana | No Quiero Decirlo | Stop | help | thx | ty | dunno | whatever | pass | plumbing | fertilizer
  mulch | gutters | n/a | cancel | why | Calle Roble 12 | HOA president | St. Augustine | Empire Zoysia | Red Maple
  Kentucky Bluegrass
`)

describe('an answer to the question for the name', () => {
  it('is asked for', () => expect(last(converse([ASKED])).state.asked?.topic).toBe('name'))

  it.each(NAMES)('%s is kept as it was said', (name) => {
    expect(nameIn(ASKED, name)).toBe(name)
  })

  it.each([
    ['jennifer null', 'Jennifer Null'],
    ['pat test', 'Pat Test'],
    ['tom weeds', 'Tom Weeds'],
    ['carol lawn', 'Carol Lawn'],
    ['ron service', 'Ron Service'],
    ['al gore iii', 'Al Gore III'],
    ['AL GORE III', 'Al Gore III'],
    ['mrs robinson', 'Mrs Robinson'],
    ['dr. patel', 'Dr. Patel'],
    ["It's Jennifer Null", 'Jennifer Null'],
    ["I'm Tom Weeds", 'Tom Weeds'],
    ['My name is Carol Lawn', 'Carol Lawn'],
    ["Sure, it's Ron Service", 'Ron Service'],
    ['Tom Weeds, 614-555-0188', 'Tom Weeds'],
    ['Carol Lawn 614-555-0188', 'Carol Lawn'],
    ['donovan mcnabb-smith', 'Donovan Mcnabb-Smith'],
    ['pennie von bergen wessels', 'Pennie von Bergen Wessels'],
    ['john e. smith', 'John E. Smith'],
    ['Everyone calls me Skip', 'Skip'],
    ['tom and sue', 'Tom and Sue'],
    ['chase', 'Chase'],
    ['bill', 'Bill'],
    ['Ray Call', 'Ray Call'],
    ['guy', 'Guy'],
    ['Ty', 'Ty'],
    ['hope', 'Hope'],
    ['penny', 'Penny'],
    ['pat', 'Pat'],
    ['june', 'June'],
    ['miller', 'Miller'],
    ['lashonda', 'Lashonda'],
    ['jd vance', 'JD Vance'],
    ['rose gardner', 'Rose Gardner'],
    ['goodluck jonathan', 'Goodluck Jonathan'],
    ['siobhan o’malley', 'Siobhan O’Malley'],
    ['that would be Tamika Jones', 'Tamika Jones'],
    ["You're speaking with Tamika Jones", 'Tamika Jones'],
    ['jane doe please', 'Jane Doe'],
    ['Put it under John Doe', 'John Doe'],
    ['Smith Jr., John', 'John Smith Jr.'],
    ['Smith, John Jr.', 'John Smith Jr.'],
  ])('%s is the name %s', (text, name) => expect(nameIn(ASKED, text)).toBe(name))

  it.each(OTHERS)('%s is no name', (text) => expect(nameIn(ASKED, text)).toBeNull())

  it('is not read as anything else', () => {
    const names = [
      'Sunday Adeyemi',
      'Ron Service',
      'Carol Lawn',
      'Bob Price',
      'U Thant',
      'Chase',
      'Bill',
      'June',
    ]
    for (const name of names) {
      const { state } = last(converse([ASKED, name]))
      expect(state.known, name).toMatchObject({ name, service_needs: 'Lawn Care & Maintenance' })
      expect([state.wish, state.proposed, state.asked?.topic], name).toEqual([null, null, 'contact'])
    }
  })

  it('ends no conversation', () => {
    const { state } = last(converse([ASKED, 'Everyone calls me Skip']))
    expect(state.asked?.topic).toBe('contact')
  })

  it('is read beside something else', () => {
    expect(nameIn(ASKED, 'Tom Weeds and also trim the hedges')).toBe('Tom Weeds')
    expect(nameIn(ASKED, 'Ron Service. How much is it?')).toBe('Ron Service')
    const { state } = last(converse([ASKED, "Tom Weeds, 614·555·0188, o'brien@x.test"]))
    expect(state.known).toMatchObject({ name: 'Tom Weeds', phone: '(614) 555-0188', email: "o'brien@x.test" })
  })

  it('can be corrected', () => {
    expect(nameIn(ASKED, 'Tom Weed', "sorry, it's Tom Weeds")).toBe('Tom Weeds')
    expect(nameIn(ASKED, 'Jane Doe', 'sorry my name is Janet not Jane')).toBe('Janet Doe')
  })

  it('is asked for no second time, and the call is booked under it', () => {
    const turns = converse([
      ASKED,
      'Pat Test',
      '512-555-0188',
      '12 Elm St, Austin, TX 78701',
      'Monday at 3 pm',
      'yes',
    ])
    expect(turns.slice(2).every(({ state }) => state.asked?.topic !== 'name')).toBe(true)
    expect(last(turns)).toMatchObject({ booking: { kind: 'book' }, extracted: { name: 'Pat Test' } })
  })

  it('is how the agent addresses the visitor', () => {
    expect(said(converse([ASKED, 'Mrs. Robinson']))).toContain('Mrs. Robinson!')
    expect(said(converse([ASKED, 'Mr and Mrs Lee']))).toContain('Mr and Mrs Lee!')
    expect(said(converse([ASKED, 'Al Gore III']))).toContain(' Al!')
    expect(said(converse([ASKED, 'U Thant']))).toContain('U Thant!')
  })
})

it.each([
  ['Hi, my name is Jennifer Null and I need my lawn mowed', 'Jennifer Null'],
  ["I'm Tom Weeds and I need mowing", 'Tom Weeds'],
  ['Hi this is Carol Lawn, do you do hedges?', 'Carol Lawn'],
  ['This is Mrs. Robinson, I need my lawn mowed', 'Mrs. Robinson'],
  ["Hello, I'm Ron Service. I need mulch", 'Ron Service'],
  ['My name is Sunday Adeyemi. I need mowing', 'Sunday Adeyemi'],
  ["I'm Al Gore III and I need mulch", 'Al Gore III'],
  ['My name is Ann Lee PhD and I need mulch', 'Ann Lee PhD'],
  ['my name is William "Bill" Clark, need mulch', 'William "Bill" Clark'],
  ['Name: Robert (Bob) Stone', 'Robert (Bob) Stone'],
  ['my name is pat test', 'Pat Test'],
  ['My name is Ana Two Bulls', 'Ana Two Bulls'],
  ['My name is U Thant', 'U Thant'],
  ["We're Mr and Mrs Lee", 'Mr and Mrs Lee'],
  ['My name is Mr. Chen', 'Mr. Chen'],
  ['my name is Friday Okafor and i need mowing', 'Friday Okafor'],
  ['This is Dr. Patel from the clinic, need mulch', 'Dr. Patel'],
  ['Jennifer Null here, need a quote', 'Jennifer Null'],
  ['I need mulch. Thanks, Tom Weeds', 'Tom Weeds'],
  ['I need mowing. Carol Lawn, 614-555-0188', 'Carol Lawn'],
  ['My name is Tom, thanks', 'Tom'],
  ["I'm Tom Today I need mowing", 'Tom'],
  ['My Name Is Tom And I Need Lawn Service', 'Tom'],
  ['This is Tom & Sue Park', 'Tom & Sue Park'],
  ['This is Derek and Julie Hanson, we need mulch', 'Derek and Julie Hanson'],
  ["I'm Jane and Ray gave me your number", 'Jane'],
  ['HI THIS IS BARB KOWALSKI I NEED MY LAWN MOWED', 'Barb Kowalski'],
  ['hello i am abdullahi mohamud farah and want my lawn mowed', 'Abdullahi Mohamud Farah'],
  ['Name - Wei Zhang\nPhone - 614-555-0188', 'Wei Zhang'],
  ['this is mark.', 'Mark'],
  ['Mario here again', 'Mario'],
])('%s introduces %s', (text, name) => expect(nameIn(text)).toBe(name))

it.each([
  'I need my lawn mowed. Thanks, Green Acres',
  'my lawn is St. Augustine',
  "I'm Catholic",
  "I'm Ukrainian",
  'This is John Deere mower damage',
  'hello i am looking for a quote and want mulch',
  'hi i am new here',
  'HI I AM LOOKING FOR MOWING SERVICE',
  'this is urgent.',
])('%s introduces nobody', (text) => expect(nameIn(text)).toBeNull())
