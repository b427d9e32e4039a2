const REFUSAL_ALONE =
  /^(?:no+|nope|nah|no thanks?|no thank you|not (?:now|today|yet|really)|skip(?: (?:it|this|that))?|pass|none|nothing|n\/a|never ?mind|later|maybe later)[\s.!,]*(?:thanks?|thank you|please)?[.!]*$/i
const REFUSAL =
  /\b(?:(?:i['’]?d )?(?:rather|prefer) not|(?:do not|don['’]?t|wouldn['’]?t|won['’]?t) (?:want to |like to |wanna |care to |feel comfortable )?(?:give|giv|share|sharing|say|tell|provide|have|own|use)|don['’]?t want to|don['’]?t feel comfortable|not comfortable|not (?:giving|sharing|going to (?:give|share))|can(?:not|['’]?t) (?:give|share)|none of your business|(?:do not|don['’]?t) (?:call|text|phone) me\b(?! (?:before|after|on|at|until))|no (?:phone|e-?mail|number)\b|without (?:giving|sharing))/i
const EXPLICIT_SKIP = /^(?:skip(?: (?:it|this|that))?|pass|never ?mind)[\s.!]*$/i

const QUESTION_START =
  /^(?:(?:hi|hello|hey|ok|okay|so|and|but|also|um)[\s,!.]+)?(?:what|whats|wat|wats|when|whens|where|wheres|which|who|whose|why|how|hows|do|does|did|can|could|would|will|are|is|am|may|should|have|has)\b/i
const NOT_A_QUESTION =
  /^(?:can|could|would|may|will) (?:i|you|someone|we)\b.{0,40}\b(?:call|come|quote|estimate|help|need|look)\b/i

const GREETING =
  /^(?:hi+|hello+|hey+|hiya|howdy|yo|greetings|good (?:morning|afternoon|evening|day))[\s,!.]*(?:there|all|everyone|team)?[\s!.,]*\p{Extended_Pictographic}?$/iu
const THANKS =
  /^(?:(?:ok|okay|great|perfect|awesome|cool|sounds good|got it|alright|wonderful)[\s,!.]*)*(?:thanks?(?: you)?|thx|ty|thank you|bye|goodbye|see you|have a (?:good|great|nice)|great|perfect|awesome|cool|ok|okay|sounds good|got it)(?:\s(?:so much|very much|a lot|again|then|bye|day|one|evening))*[\s.!]*$/i
const CORRECTION =
  /\b(?:actually|instead|i meant|i mean|correction|sorry|wrong|my mistake|not right|change|typo|oops)\b/i
const WHY_ASKED = /\bwhy\b.{0,40}\b(?:need|ask|asking|want|know|have to|should i)\b/i
const UNSURE =
  /^(?:(?:i['’]?m |i am |we['’]?re )?(?:not (?:really |quite |too |totally )?sure|unsure)(?: yet| about that)?|idk|i (?:really )?(?:do not|don['’]?t) (?:really )?know(?: yet)?|(?:i have )?no (?:idea|clue)|dunno|hard to say|can['’]?t say)[\s.!]*$/i
const VAGUE =
  /^(?:(?:hi|hello|hey)[\s,!.]+)?(?:(?:i|we)(?:['’]d| would)?\s)?(?:(?:just|need|want|like|looking for|get|can i get|may i get|can you give me|could i get|please|help|to get|to request|to have|me|some)\s)*(?:(?:a|an|some|my|your|the)\s)?(?:free\s)?(?:quotes?|estimates?|prices?|pricing|help|info(?:rmation)?|services?|question)[\s.!?]*(?:please)?[.!?]*$/i

/** Returns whether the visitor declines to answer the question. */
export const declines = (text: string) => REFUSAL_ALONE.test(text) || REFUSAL.test(text)

/** Returns whether the visitor skips a question to which "no" would be an answer. */
export const skips = (text: string) => EXPLICIT_SKIP.test(text) || REFUSAL.test(text) || UNSURE.test(text)

/** Returns whether the visitor asks a question. Polite requests (`can you come …`) do not count. */
export function isQuestion(text: string): boolean {
  return (text.endsWith('?') || QUESTION_START.test(text)) && !NOT_A_QUESTION.test(text)
}

/** Returns whether a question asks for more than yes or no: how much, when, what. */
export const asksForInformation = (text: string) =>
  /\b(?:how (?:much|long|often|soon|many|do|does)|what|when|where|which|who|why|cost|charge|price)\b/i.test(
    text,
  )

export const isGreeting = (text: string) => GREETING.test(text)
export const isThanks = (text: string) => THANKS.test(text)
export const isCorrection = (text: string) => CORRECTION.test(text)
export const asksWhy = (text: string) => WHY_ASKED.test(text)
/** Returns whether the visitor wants a quote without saying for what. */
export const isVague = (text: string) => VAGUE.test(text)

export const mentionsPhone = (text: string) =>
  /\b(?:phone|number|cell|mobile|call|calls|text me)\b/i.test(text)
export const mentionsEmail = (text: string) => /\be-?mails?\b/i.test(text)
/** Returns whether the visitor wants a service, not only mentions it. */
export const wantsService = (text: string) =>
  /\b(?:need|want|looking for|interested in|also|quote|estimate|help with|do you (?:do|offer)|instead)\b/i.test(
    text,
  )

/** Returns whether the visitor asks if the business offers something: `do you do …?`. */
export const offersAsked = (text: string) =>
  /^(?:(?:hi|hello|hey|and|so|also|ok|okay)[\s,!.]+)*(?:do|can) (?:you|u|y['’]?all) (?:guys )?(?:also )?(?:do|offer|have|provide|handle|install|repair|fix|remove|trim|clean|build|plant|plow|mow|cut|help with)\b/i.test(
    text,
  )
