/** The phrases of one personality (sections 3 and 9). `{…}` are placeholders; emoji are separate. */
interface Voice {
  greeting: string
  /** Starts a reply that acknowledges something. */
  acknowledge: readonly string[]
  niceToMeet: string
  service: string
  name: string
  contact: string
  address: string
  welcome: string
}

const VOICES = {
  friendly: {
    greeting: "Hi there! I'm {agent} from {business}.",
    acknowledge: ['Got it, thanks!', 'Great, thank you!', 'Perfect!'],
    niceToMeet: 'Nice to meet you, {first}!',
    service: 'What can we help you with around your place?',
    name: 'Who do I have the pleasure of chatting with?',
    contact: "What's the best phone number or email to reach you at?",
    address: "What's the address of the property?",
    welcome: "You're very welcome!",
  },
  professional: {
    greeting: 'Hello, and welcome to {business}. My name is {agent}.',
    acknowledge: ['Thank you.', 'Thank you, noted.', 'Understood.'],
    niceToMeet: 'Thank you, {first}.',
    service: 'Which service may we help you with?',
    name: 'May I have your name, please?',
    contact: 'What is the best phone number or email address to reach you?',
    address: 'What is the address of the property?',
    welcome: 'You are welcome.',
  },
  enthusiastic: {
    greeting: "Hey! Welcome to {business}! I'm {agent}, and I'd love to help!",
    acknowledge: ['Awesome!', 'Fantastic, thank you!', 'Love it!'],
    niceToMeet: 'Great to meet you, {first}!',
    service: 'What are we going to make beautiful for you?',
    name: "What's your name?",
    contact: "What's the best phone number or email to reach you at?",
    address: 'And where is the property? The address is all we need!',
    welcome: "You're so welcome!",
  },
  helpful: {
    greeting: "Hello! I'm {agent} from {business}, happy to help.",
    acknowledge: ['Thanks, that helps.', 'Thank you.', 'Got it.'],
    niceToMeet: 'Thanks, {first}.',
    service: 'What would you like help with?',
    name: 'What name should I put on your request?',
    contact: 'Which phone number or email should we use to reach you?',
    address: 'What address would the work be at?',
    welcome: "You're welcome! Happy to help.",
  },
  concise: {
    greeting: '{agent} here, {business}.',
    acknowledge: ['Noted.', 'Thanks.', 'OK.'],
    niceToMeet: 'Thanks, {first}.',
    service: 'Which service do you need?',
    name: 'Your name?',
    contact: 'Best phone number or email?',
    address: 'Property address?',
    welcome: "You're welcome.",
  },
} satisfies Record<string, Voice>

/** Returns the phrases of a tone, or of the default tone for an unknown one. */
export function voiceOf(tone: string): Voice {
  return Object.hasOwn(VOICES, tone) ? VOICES[tone as keyof typeof VOICES] : VOICES.friendly
}

/** Returns a phrase with its `{names}` replaced. */
export function fill(phrase: string, values: Readonly<Record<string, string>>): string {
  return phrase.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
