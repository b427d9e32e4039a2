import { CLOSED, OF_AGENT, type Standing, takenBy } from '../../server/conversations/standing.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'

/** A message in a conversation and its author. */
export interface Line {
  author: 'visitor' | 'agent' | 'person'
  content: string
}

interface Waiting {
  lines: readonly Line[]
  standing: (owner: { userId: string; name: string }, now: Date) => Standing
  unread: number
}

const visitor = (content: string): Line => ({ author: 'visitor', content })
const agent = (content: string): Line => ({ author: 'agent', content })
const person = (content: string): Line => ({ author: 'person', content })
const needing = (needs: NonNullable<Standing['needs']>) => (): Standing => ({
  ...OF_AGENT,
  status: 'needs_person',
  needs,
})

/** The newest conversations without a lead: one in each state, and one for each reason that a person is needed. */
export const WAITING: readonly Waiting[] = [
  {
    lines: [
      visitor('I smell gas where your crew dug up the sprinkler line'),
      agent(
        "Please leave the area right away, don't switch anything on or light anything, and call 911 and your gas company from a safe distance. I've told the team. The quickest way to reach us is to call (614) 555-0142.",
      ),
    ],
    standing: needing('emergency'),
    unread: 1,
  },
  {
    lines: [
      visitor('The pole by my driveway is leaning since your guys were here'),
      agent(
        "If anyone is hurt or in danger, call 911 first.\n\nI'm not sure about that, so I've asked the team to get back to you.",
      ),
    ],
    standing: needing('danger'),
    unread: 0,
  },
  {
    lines: [
      visitor('Your guys ruined my flower bed on Tuesday and nobody has called me back'),
      agent("I'm sorry to hear that. I've noted it, so that a person from the team can look into it."),
      visitor("I've heard that before"),
      agent("I understand, and I've added that for the team."),
    ],
    standing: needing('complaint'),
    unread: 2,
  },
  {
    lines: [
      visitor('Can I talk to a real person please?'),
      agent(
        "I'm the automated assistant for Green Acres, and I've told the team that you would like to speak with a person. You can also call us at (614) 555-0142.",
      ),
    ],
    standing: needing('asked'),
    unread: 1,
  },
  {
    lines: [
      visitor('Do you plant native wildflower meadows?'),
      agent("Good question. I don't want to guess, so I've asked the team."),
    ],
    standing: needing('unanswered'),
    unread: 0,
  },
  {
    lines: [
      visitor('Is the mulch you use dyed? My dog eats everything'),
      agent("Good question. I don't want to guess, so I've asked the team."),
      person('Hello, Olivia here. No dye: we use plain hardwood bark, which is safe for dogs.'),
      visitor('Great, and how much would six cubic yards be?'),
    ],
    standing: (owner, now) => takenBy(owner, new Date(now.getTime() - 4 * MINUTE_MS)),
    unread: 1,
  },
  {
    lines: [
      visitor('Are you hiring for the season?'),
      person('Yes, from March. Please send your résumé to hello@greenacres.example.com.'),
      visitor('Will do, thank you'),
    ],
    standing: () => CLOSED,
    unread: 0,
  },
]
