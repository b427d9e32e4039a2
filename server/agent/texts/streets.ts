/** The words in US addresses, in lowercase and without periods. */
const words = (list: string) => new Set(list.split(/\s+/))
export const TYPES = words(
  `street st str avenue ave av road rd drive dr lane ln court ct boulevard blvd terrace ter terr parkway pkwy pky highway
  hwy place pl pike alley aly crossing xing xings concourse causeway cswy csy turnpike tpke expressway expy freeway fwy
  trl cv wynd mews esplanade promenade plaza plz calle avenida camino vía paseo via circle cir ci way loop row run path
  point pt square sq ridge cove trail turn bend hollow glen landing mall walk commons heights hts lincolnway broadway`,
)
/** Street types that are also common words. They count only if they are capitalized, or after a number with at least three digits. */
export const EVERYDAY = words(
  'way place loop row run path point court drive square ridge circle cove trail turn walk bend mall commons landing',
)
export const DIRECTIONS = words(
  'n s e w ne nw se sw north south east west northeast northwest southeast southwest',
)
export const UNITS = words(
  'apt apartment unit suite ste floor fl flr building bldg blg lot room rm no pbm spc trlr ext # int depto',
)
export const ROADS = words('highway hwy route rte rt road rd fm cr sr us business interstate county state')
export const ABBREVIATIONS = words(
  'st ste ave av dr rd ln ct blvd hwy pkwy pl cir ter apt bldg fl no mt ft rte rt jr sr ext',
)
/** Words that never occur in addresses, and words that follow a number that isn't a house number. */
export const STOP = words(
  `a an and are as at be but by can could do for from get had has have help hi how i i'd i'm if is it its it's just me my
  need new next on our please quote thank thanks that the there this to want was we what when where which will with would
  you your call text email phone tel am hello hey y es la casa por favor gracias también o or off about around near between after before every per so because wait sorry oops not
  thats whats youre youve im ive dont asap`,
)
