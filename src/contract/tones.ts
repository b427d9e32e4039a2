/**
 * Sections 3 and 9: the values of personality_tone, with their labels. `sample` is what the agent answers to
 * `TONE_QUESTION`, if the business offers the service. An agent with any other tone talks like a friendly one.
 */
export const TONES = [
  {
    value: 'friendly',
    label: 'Friendly & Neighborly',
    sample: 'Yes, we can help with that. And your name?',
    inOnboarding: true,
    inSettings: true,
  },
  {
    value: 'professional',
    label: 'Professional & Polished',
    sample: 'Yes, we can help with that. May I have your name, please?',
    inOnboarding: true,
    inSettings: true,
  },
  {
    value: 'concise',
    label: 'Concise & Businesslike',
    sample: 'Yes, we can help with that. Your name?',
    inOnboarding: true,
    inSettings: false,
  },
  {
    value: 'enthusiastic',
    label: 'Enthusiastic & Upbeat',
    sample: "Yes, we can help with that. What's your name?",
    inOnboarding: false,
    inSettings: true,
  },
  {
    value: 'helpful',
    label: 'Helpful & Patient',
    sample: 'Yes, we can help with that. What name should I put on your request?',
    inOnboarding: false,
    inSettings: true,
  },
] as const

/** What the visitor asks in the samples. */
export const TONE_QUESTION = 'Do you do mulch?'

type KnownTone = (typeof TONES)[number]

/** Section 9: the tones of onboarding, in order. */
export const ONBOARDING_TONES = TONES.filter(
  (tone): tone is Extract<KnownTone, { inOnboarding: true }> => tone.inOnboarding,
)
