import { textKey } from '../common/same-text.ts'
import type { FaqText } from './faq-csv.ts'

/** Common questions to a lawn-care business, with adaptable answers that do not promise a price or date. */
export const STARTER_FAQS: readonly FaqText[] = [
  {
    question: 'How much does lawn mowing cost?',
    answer:
      'It depends on the size of the lawn, how often we come and what is in the way, such as slopes, fences and beds. We look at the property first and then give you a fixed price. The estimate is free.',
  },
  {
    question: 'Are estimates really free?',
    answer:
      'Yes. We talk about what you need, look at the property and send you a price. You owe nothing if you decide against it.',
  },
  {
    question: 'How often should my lawn be mowed?',
    answer:
      'Most lawns do best with a cut every week while they grow fast, in spring and early summer, and every two weeks when growth slows down. We never take off more than a third of the height at once.',
  },
  {
    question: 'Do I have to be home when you come?',
    answer:
      'No. We only need the gate unlocked and pets inside. Tell us about anything we should know beforehand, such as a gate code or sprinkler heads.',
  },
  {
    question: 'What happens when it rains on my service day?',
    answer:
      'Light rain does not stop us. When the ground is too wet to mow without damage, or there is lightning, we come on the next dry day and let you know.',
  },
  {
    question: 'Do I have to sign a contract?',
    answer:
      'You can book a single visit or regular service. For regular service we agree on the visits and the price in advance, and tell you how to pause or end it before you decide.',
  },
  {
    question: 'Are your treatments safe for children and pets?',
    answer:
      'We apply every product as its label says. As a rule, keep children and pets off the lawn until it is dry. We leave a note that says what was applied and when the lawn can be used again.',
  },
  {
    question: 'When is the best time to fertilize, aerate and seed?',
    answer:
      'Cool-season grass such as fescue or bluegrass is best aerated and seeded in early fall. Warm-season grass such as Bermuda or zoysia is best aerated from late spring into summer. We work out a schedule for your lawn.',
  },
  {
    question: 'Do you take away the clippings and leaves?',
    answer:
      'Grass clippings usually stay on the lawn, where they feed it. We clear walks, drives and patios before we leave, and bag or haul clippings and leaves away if you ask for it.',
  },
  {
    question: 'Are you licensed and insured?',
    answer:
      'Please ask us for our current license and proof of insurance. We are glad to send both before we start.',
  },
]

/** Questions that qualify a lead. */
export const STARTER_QUESTIONS: readonly string[] = [
  'What is the address of the property?',
  'Which services do you need: mowing, fertilizing, cleanup, landscaping or something else?',
  'About how large is your lawn?',
  'Is this for one visit, or for regular service?',
  'When would you like us to start?',
  'Is there anything we should know, such as a locked gate, pets, slopes or sprinklers?',
  'Do you have a budget in mind?',
  'Which days and times suit you for a free estimate?',
  'What are your name, phone number and email address?',
]

/** Returns the starter entries that are missing from a list, in their original order. */
export function missingFaqs(present: readonly FaqText[]): readonly FaqText[] {
  const known = new Set(present.map(({ question }) => textKey(question)))
  return STARTER_FAQS.filter(({ question }) => !known.has(textKey(question)))
}

/** Like {@link missingFaqs}, for the qualification questions. */
export function missingQuestions(present: readonly { question_text: string }[]): readonly string[] {
  const known = new Set(present.map(({ question_text }) => textKey(question_text)))
  return STARTER_QUESTIONS.filter((question) => !known.has(textKey(question)))
}
