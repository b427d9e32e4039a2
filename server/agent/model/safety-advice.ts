const NUMBERS =
  /\b9[- ]?1[- ]?1\b|\b9[- ]?8[- ]?8\b|poison (?:control|help)|\b1-800-222-1222\b|\b1-888-426-4435\b/i
/** Matches advice that sends people away from danger, which is rarely about anything else. */
const FLIGHT =
  /\b(?:leave|evacuate|get (?:everyone |everybody )?out of) (?:the|your) (?:house|home|building|area)\b|\b(?:stay|keep|move) (?:everyone |others )?(?:well |far )?(?:away|back|clear)\b(?! from (?!it\b|the (?:line|wire|cable|tree|branch|limb|pole|fence|area|water|house|fire|spill|machine)))|(?<!\p{L})(?:salgan? de|alej[ae]n?se|al[eé]jen?se|mant[eé]ngan?se (?:muy )?lejos|evac[uú]en?)(?!\p{L})/iu
/** Matches advice against calling for help. */
const AGAINST =
  /(?:n['’]t|\bnot|\bno|\bnever|\bneed ?not|\bunnecessary|\bwithout|\binstead of|\brather than|\bno hace falta|\bno es necesario)\b[^.!?]{0,25}\b(?:call\w*|dial\w*|text\w*|contact\w*|bother\w*|need|llam\p{L}+|marc\p{L}+|evacuat\w*|leav\w*|get out)\b[^.!?]{0,20}(?:9[- ]?1[- ]?1|9[- ]?8[- ]?8|poison (?:control|help)|ambulance|the (?:house|home|building|fire department|police))/iu

/** Returns whether a text advises against calling for help or leaving a dangerous place. */
export const advisesAgainstHelp = (text: string) => AGAINST.test(text)

/** Matches the business and amounts, whose part in a sentence is a claim. */
const OURS = /\b(?:we|our|us|they|crew|team|someone|nosotros|equipo|nuestr\p{L}+)\b|[$€%]/iu

/** Returns whether a text only sends people to 911, 988, or poison control, or away from danger. */
export const sendsToHelp = (text: string) =>
  !advisesAgainstHelp(text) && !OURS.test(text) && (NUMBERS.test(text) || FLIGHT.test(text))
