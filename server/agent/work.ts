/** Matches the things on which these businesses work. */
const OUTDOORS =
  /\b(?:yards?|lawns?|grass|garden(?:s|ing)?|landscap\w+|fenc(?:e|es|ing)|gates?|decks?|driveways?|gutters?|pools?|ponds?|sheds?|patios?|pergolas?|gazebos?|arbors?|walls?|drain(?:s|age)?|mulch|gravel|soil|dirt|rocks?|stones?|boulders?|sod|turf|playground|playset|swing ?set|pressure|power ?wash\w*|lights?|lighting|leaf|leaves|debris|(?<!piece of )junk|brush|bush(?:es)?|shrubs?|hedges?|weeds?|trees?|stumps?|branches|limbs|roots?|mosquitos?|mosquitoes|bugs|pests?|ants|moles|gophers|voles|windows?|siding|sidewalks?|walkways?|pathways?|paths?|steps|fountains?|waterfalls?|irrigation|sprinklers?|flower ?beds?|beds|flowers?|plants?|vines?|ivy|planters?|balcon(?:y|ies)|bamboo|pavers?|concrete|asphalt|retaining|fire ?pits?|outdoor|backyard|front ?yard|snow|ice|grading|excavat\w+|trench\w*|erosion|swale|culvert|trellis|greenhouse|compost|artificial turf|putting green|dog (?:run|waste|poop)|patch(?:es)?|clean ?up|christmas|holiday lights|roof|porch|aerat\w+|(?:over|re|hydro)seed\w*|seeding|dethatch\w*|fertili[sz]\w+|topdress\w*|mow(?:ing|ed|n)?|rak(?:e|ing)|prun(?:e|ing)|grubs?|dandelions?|crabgrass|roses?|hot tub|basketball court|c[eé]sped|pasto|jard[ií]n|patio|[aá]rbol(?:es)?|cerca|hojas|nieve)\b/iu
/** Matches work on those things. */
const WORK =
  /\b(?:fix|repair|replace|install|build|put (?:in|up)|add|remov\w*|take (?:down|out)|clean\w*|clear\w*|trim\w*|cut\w*|mow\w*|edg\w+|prun\w*|paint\w*|stain\w*|seal\w*|wash\w*|haul\w*|dig\w*|plant\w*|spray\w*|treat\w*|level\w*|grad(?:e|ing)|rake|rak\w+|blow\w*|plow\w*|shovel\w*|spread\w*|deliver\w*|design\w*|redo|redesign|maintain|maintenance|overgrown|jungle|mess|disaster|waist|knee|dying|dead|brown|patchy|muddy|soggy|flood\w*|leak\w*|broken|need\w*|want\w*|looking for|get rid of|help with|estimate|quote|done|work|care|service|instal\w+|repar\w+|cortar|podar|limpi\w+|poner|necesit\w+|quiero)\b/iu
/** Matches what visitors did themselves, like, or sell. */
const TOLD = /^(?:i|we) (?:(?!need|want)\p{L}+ed|love|enjoy|hate|sell)\b|\bsell you\b/iu
const SHORT = 4
const FEWEST_TOLD = 3

/** Returns whether words describe something outdoors, with or without what to do with it. */
export function describesWork(text: string): boolean {
  if (!OUTDOORS.test(text) || TOLD.test(text)) return false
  return WORK.test(text) || text.trim().split(/\s+/).length <= SHORT
}

/** Returns whether an answer to the question about the work mentions something outdoors: `my yard is a mess`. */
export const mentionsWork = (text: string) => OUTDOORS.test(text) && !TOLD.test(text)

const GENERAL =
  /\b(?:yards?|lawns?|grass|garden|outdoors?|backyard|front ?yard|landscap\w+|jard[ií]n|c[eé]sped)\b/giu

/** Returns whether such a description names no specific work: `some help with my yard`. */
export const isGeneral = (text: string) => !OUTDOORS.test(text.replace(GENERAL, ' '))

/** Matches words about access to the property, and about who or what is there. */
const ACCESS =
  /\b(?:gates?|(?:lock|key) ?box|locked|alarm|key (?:is|under)|(?:dogs?|cats?|pets?|kids?) (?:is|are|in|will|out|might|may|bites?|barks?)|(?:a|the|big|small|friendly|my|our|two|2) dogs?|park(?:ing)? (?:is|in|on|only)|(?:won['’]?t|will not|not gonna|(?:am|['’]?m) not going to|may not|might not) be (?:home|there|in)|(?:not|nobody|no one)(?: is| will be)? (?:at )?home|port[oó]n|perros?|no (?:voy a estar|estar[eé]|hay nadie))(?!\p{L})/iu

/** Returns whether a statement is about access to the property: a gate code, a dog, nobody home. */
export const tellsAccess = (text: string) => ACCESS.test(text)

const LOCATED =
  /(?<!\p{L})(?:i['’]?m|we['’]?re|i am|we are|(?:i|we) live|estoy|estamos|vivo|vivimos) (?:located |out |over |right )?(?:in|near|off|by|en|cerca de) \p{L}|^(?:in|en) \p{L}+(?: \p{L}+)?$/iu

/** Returns whether a statement is about the visitor's place: where it is, access to it, or several words about it. */
export const tellsOfPlace = (text: string) =>
  !TOLD.test(text) &&
  (LOCATED.test(text) ||
    ACCESS.test(text) ||
    (OUTDOORS.test(text) && text.trim().split(/\s+/).length >= FEWEST_TOLD))
