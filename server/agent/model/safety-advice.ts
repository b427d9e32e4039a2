const HELPERS =
  '(?:9[- ]?1[- ]?1|9[- ]?8[- ]?8|1-800-222-1222|1-888-426-4435|(?:the )?(?:aspca )?(?:animal )?poison (?:control|help)(?: center| line)?|an ambulance|emergency (?:services|number|room|line)|the (?:police|fire department)|(?:a|the|your) (?:vet\\b|veterinarian|doctor)|(?:the|your) (?:gas|electric|power|utility)(?: and (?:gas|electric))? (?:company|utility)|(?:the )?(?:suicide(?: (?:&|and) crisis)? )?(?:crisis )?(?:life)?line|la polic[ií]a|los bomberos|una ambulancia|(?:la|su) compañ[ií]a de (?:gas|luz|electricidad)|(?:el )?servicios? de emergencias?|centro de (?:control de )?(?:envenenamientos?|intoxicaciones))'
const AT =
  '(?:,? (?:at|al|on|en|or|o|y|and)? ?(?:1-800-222-1222|1-888-426-4435|9[- ]?1[- ]?1|9[- ]?8[- ]?8))*'
const URGENT =
  'right (?:away|now)|immediately|now|at once|first|today|tonight|any ?time|24\\/7|around the clock|day (?:and|or) night|de inmediato|inmediatamente|ahora(?: mismo)?|enseguida|ya|a cualquier hora'
const SOON = `(?:,? (?:${URGENT}))*`
/** Matches what sends people to help or out of danger, with its urgency. */
const ADVICE = new RegExp(
  [
    `\\b(?:call|dial|text|phone|contact|reach|llam(?:e|en|a|ar)|marqu(?:e|en)|contacte|env[ií]e un mensaje)(?: or (?:call|text|dial))?(?: (?:to|al?|with|con))?(?: (?:el|la))? ${HELPERS}${AT}(?:,? (?:and|or|y|o|e) (?:al? |then )?${HELPERS}${AT})*${SOON}`,
    `\\b(?:leave|evacuate|exit|get (?:everyone |everybody |yourself |your (?:kids|family|pets) )?(?:out|away)(?: of| from)?|go|move|step) (?:(?:right )?(?:now |outside |out |inside |away )*)(?:(?:of |from )?(?:the|your|that) (?:house|home|building|area|yard|room|garage|basement|car|property))?${SOON}`,
    `\\b(?:stay|keep|stand|move|get) (?:everyone |everybody |others |(?:the |your )?(?:kids|children|pets|dog) )?(?:well |far |at least \\d+ feet )*(?:away|back|clear|out|inside|off)(?: (?:from|of) (?:it|the (?:line|lines|wire|wires|cable|tree|branch|limb|pole|fence|area|water|house|fire|spill|smell|machine|car)s?|anything\\b[^.!?]{0,30}|there))?${SOON}`,
    `(?<!\\p{L})(?:salga[n]?|alej[ae]n?se|al[eé]jen?se|mant[eé]ngan?se (?:muy )?lejos|no se acerquen?|evac[uú]en?)(?: (?:todos|de|del|la|el|casa|edificio|lugar|[aá]rea|cable|cables))*${SOON}`,
  ].join('|'),
  'giu',
)
const NUMBERS =
  /\b9[- ]?1[- ]?1\b|\b9[- ]?8[- ]?8\b|poison (?:control|help)|\b1-800-222-1222\b|\b1-888-426-4435\b/i
const ALL_NUMBERS = new RegExp(NUMBERS, 'gi')
/** Matches advice that sends people away from danger, which is rarely about anything else. */
const FLIGHT =
  /\b(?:leave|evacuate|get (?:everyone |everybody )?out of) (?:the|your) (?:house|home|building|area)\b|\b(?:stay|keep|move) (?:everyone |others )?(?:well |far )?(?:away|back|clear)\b(?! from (?!it\b|the (?:line|wire|cable|tree|branch|limb|pole|fence|area|water|house|fire|spill|machine)))|(?<!\p{L})(?:salgan? de|alej[ae]n?se|al[eé]jen?se|mant[eé]ngan?se (?:muy )?lejos|evac[uú]en?)(?!\p{L})/iu
/** Matches advice against calling for help. */
const AGAINST =
  /(?:n['’]t|\bnot|\bno|\bnever|\bneed ?not|\bunnecessary|\bwithout|\binstead of|\brather than|\bno hace falta|\bno es necesario)\b[^.!?]{0,25}\b(?:call\w*|dial\w*|text\w*|contact\w*|bother\w*|need|llam\p{L}+|marc\p{L}+|evacuat\w*|leav\w*|get out)\b[^.!?]{0,20}(?:9[- ]?1[- ]?1|9[- ]?8[- ]?8|poison (?:control|help)|ambulance|the (?:house|home|building|fire department|police))/iu

/** Returns whether a text advises against calling for help or leaving a dangerous place. */
export const advisesAgainstHelp = (text: string) => AGAINST.test(text)

/** Returns whether a text sends people to 911, 988, or poison control, or away from danger. */
export const sendsToHelp = (text: string) =>
  !advisesAgainstHelp(text) && (NUMBERS.test(text) || FLIGHT.test(text))

/** Matches urgency, which a sentence that sends people to help may contain anywhere. */
const URGENCY = new RegExp(`\\b(?:${URGENT})\\b`, 'giu')
/** Matches the business, whose urgency is a promise. */
const OURS = /\b(?:we|our|us|they|crew|team|someone|nosotros|equipo|nuestr\p{L}+)\b/iu

/** Removes the directions to help and safety from a text, with their urgency and the numbers to call. */
export function withoutDirections(text: string): string {
  return text
    .split(/(?<=[.!?])(?=\s)/)
    .map((sentence) => {
      const isOfHelp = NUMBERS.test(sentence) && !OURS.test(sentence)
      return isOfHelp ? sentence.replace(URGENCY, ' ') : sentence
    })
    .join('')
    .replace(ADVICE, ' ')
    .replace(ALL_NUMBERS, ' ')
}
