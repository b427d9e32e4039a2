type Choices = readonly [string, ...string[]]
type Story = readonly [opening: string, answer: string]

/** What customers request and say about one service. Only the question is the agent's. */
export interface ServiceTalk {
  service: string
  /** The agent's question about the work. */
  question: string
  /** A customer's first message and their answer to the question. */
  stories: readonly [Story, ...Story[]]
  sizes: Choices
  budgets: Choices
}

/** The services of the demo business and what its customers say about them. */
export const SERVICE_TALK: readonly [ServiceTalk, ...ServiceTalk[]] = [
  {
    service: 'Lawn Care & Maintenance',
    question: 'What does the lawn need most right now: mowing, feeding, or repairing bare spots?',
    stories: [
      [
        'Hi! Our mower finally gave up and the grass is up to my knees. Do you do weekly mowing?',
        'Mowing, and soon. The edges along the driveway too.',
      ],
      [
        'Looking for someone to take over mowing and edging for the rest of the season.',
        'Just mowing every week, nothing fancy.',
      ],
      [
        'Do you aerate and overseed? Half of our back lawn is bare.',
        'The bare spots. The dog has her favorite places.',
      ],
      [
        'We just moved in and the yard is a mess. What would regular lawn care cost?',
        "All of it, honestly. It hasn't been cut in a month.",
      ],
      [
        'My lawn has brown patches all over, can someone take a look?',
        'Repairing, and whatever keeps the patches from coming back.',
      ],
      ['I need a mowing crew for a rental property I own.', "Mowing every other week while it's empty."],
      [
        'The dandelions are winning. Do you have a weed and feed plan?',
        'Feeding and weeds. We mow ourselves.',
      ],
    ],
    sizes: ['0.25 acre', 'about 8,000 sq ft', 'half an acre', '0.4 acre corner lot'],
    budgets: ['$45 a visit', '$200 a month', 'under $60 a visit', '$180-240 a month'],
  },
  {
    service: 'Landscape Design',
    question: 'What should the new yard be used for most?',
    stories: [
      [
        'We want to redo the whole front yard. Do you draw up plans?',
        'Curb appeal. We may sell in two years.',
      ],
      [
        "I'm looking for someone to design a sloped backyard. Is that something you take on?",
        'Evenings with friends, so seating and some shade.',
      ],
      [
        'Can you design a garden that needs hardly any water?',
        'Pollinators. As many native plants as will fit.',
      ],
      [
        'Our builder left us with nothing but dirt. We need a plan for the yard.',
        'Two small kids, so open grass they can run on.',
      ],
      [
        'Do you offer design consultations? I have ideas but no clue where to start.',
        'A quiet corner to read, and flowers for cutting.',
      ],
      [
        'We are taking out a pool and need a design for what comes after.',
        'Vegetables, mostly. And somewhere to sit and look at them.',
      ],
    ],
    sizes: ['0.3 acre', 'a third of an acre', 'one acre with a slope', '0.5 acre'],
    budgets: ['$8,000-12,000', 'around $15k in two phases', 'up to $6,500', 'open, it depends on the plan'],
  },
  {
    service: 'Tree Services',
    question: 'How large is it, roughly, and is it near the house or any wires?',
    stories: [
      [
        'A large limb came down in the storm and is resting on our fence. How soon can you come?',
        'About 20 feet long, and 10 feet from the garage.',
      ],
      [
        'I need a quote for taking out a dead ash in the back yard.',
        'Taller than the house. The power line runs behind it.',
      ],
      [
        'Can you trim three maples that hang over the roof?',
        'Two stories tall, and yes, they touch the gutters.',
      ],
      [
        'There is a stump in the front that I keep mowing around. Do you grind stumps?',
        'Two feet across, nothing near it.',
      ],
      ['Our oak looks sick, is there an arborist on your team?', 'Maybe 60 feet, well away from the house.'],
      [
        'The neighbor says our pine leans more every year. Can you take a look?',
        '40 feet, and it leans toward the driveway.',
      ],
    ],
    sizes: ['0.5 acre', 'small city lot', '1.2 acres, wooded', '0.33 acre'],
    budgets: ['$900', '$1,500-2,000', 'about $700', 'no fixed budget'],
  },
  {
    service: 'Irrigation Systems',
    question: 'How many zones are there, and do you know the make of the controller?',
    stories: [
      [
        'Two zones of my sprinklers stopped working. Do you repair those?',
        'Eight. Zones 3 and 4 stay dry whatever I do.',
      ],
      ['Do you winterize irrigation systems?', 'Six zones, a Rain Bird from around 2012.'],
      ["I'd like a quote for drip irrigation in raised beds.", "No system yet, we're starting from scratch."],
      [
        'The water bill doubled and I think a sprinkler line is leaking.',
        'Four zones, I think. The controller is in the garage and says Hunter.',
      ],
      [
        'We are putting in a new lawn and want sprinklers before the sod goes down.',
        'None so far. We would like one for the front and two in the back.',
      ],
      [
        'Our controller died. Can you put in a smart one that skips rainy days?',
        'Five zones. The old one has no name on it.',
      ],
    ],
    sizes: ['0.4 acre', '10,000 sq ft of lawn', '0.75 acre', '0.2 acre'],
    budgets: ['$350', '$4,000', 'as little as possible', '$2,500-3,500'],
  },
  {
    service: 'Hardscaping',
    question: 'Is there a material you have in mind, or would you like to see options?',
    stories: [
      [
        'Hello, we would like a paver patio behind the house, around 300 square feet.',
        'Concrete pavers, something gray and simple.',
      ],
      [
        'Our retaining wall is bowing. Can you rebuild it?',
        'Whatever drains well. Water stands there after every rain.',
      ],
      ['Do you install fire pits? We want one before the holidays.', 'Natural stone if we can afford it.'],
      [
        'The front walk is cracked and someone is going to trip. What would pavers cost?',
        'Brick, to match the house.',
      ],
      ['Looking for a price on a flagstone path and three steps.', 'Flagstone, but options are welcome.'],
      ['Can you build an outdoor kitchen on an existing patio?', 'We would like to see options, please.'],
    ],
    sizes: ['0.3 acre', 'quarter acre', 'a small back yard', '0.6 acre'],
    budgets: ['$9,000', '$5,000-7,500', '$12k at the most', 'not sure yet'],
  },
  {
    service: 'Planting & Garden Care',
    question: 'Do the beds get sun for most of the day, or are they in shade?',
    stories: [
      [
        'Could you take care of our beds while we are away for two months?',
        'A bit of both. The side by the garage is dark.',
      ],
      ['I need 20 boxwoods planted along the fence.', 'Full sun from noon on, and it gets really hot there.'],
      ['Do you do fall clean-up? Leaves, perennials, the works.', 'Shade mostly, under two big maples.'],
      [
        'My hydrangeas never bloom. Can someone prune them properly?',
        'Morning sun. The soil is heavy clay, if that matters.',
      ],
      ['We would like fresh mulch and some color by the entrance.', 'Shade until three, then sun.'],
      ['Do you plant bulbs? I want a spring garden and my back says no.', 'Sun all day long.'],
    ],
    sizes: ['0.15 acre', 'quarter acre', '0.2 acre', 'small front garden'],
    budgets: ['$600', '$1,200 with the plants', '$75 an hour is fine', '$250-400'],
  },
  {
    service: 'Snow Removal',
    question: 'How much is there to clear, and is there a place where the snow can be piled?',
    stories: [
      [
        'Are you taking new driveways for snow removal this winter?',
        'Room for four cars, and the lawn on the left can take it.',
      ],
      [
        'We run a small dental office and need the parking lot cleared by 7 am.',
        'Twelve parking spaces. It can go by the dumpster.',
      ],
      [
        'Do you salt as well as plow? Our driveway is steep.',
        'About 150 feet, uphill. There is room at the top.',
      ],
      [
        "My mother can't shovel anymore. Could you do her walk and driveway?",
        'Two cars, plus 40 feet of sidewalk.',
      ],
      [
        'Our HOA is looking for a new snow contractor. Do you give quotes now?',
        'Eleven driveways and the loop road. There is a field at the end.',
      ],
    ],
    sizes: ['0.2 acre', '0.3 acre', 'half an acre', 'corner lot'],
    budgets: ['$450 for the season', '$1,800 for the winter', 'whatever is usual', 'per push is best'],
  },
  {
    service: 'Pest Control',
    question: 'Are there pets or small children that we should plan the treatment around?',
    stories: [
      ['We have grubs, and now the skunks are digging for them. Help!', 'Two dogs and a cat that goes out.'],
      ["Do you spray for mosquitoes? We can't sit outside.", 'A toddler, so nothing harsh please.'],
      [
        'Something is eating my roses down to the stems.',
        'Bees! The neighbor keeps hives, so please be careful.',
      ],
      ['Ticks! We border the woods. What can you do?', 'Two dogs, that is how we noticed.'],
      [
        'There are wasps in the ground right next to the mailbox.',
        'No pets, no kids, just us and the mail carrier.',
      ],
      ['Bagworms are all over our arborvitae. Is it too late to treat them?', 'Grandchildren on Sundays.'],
    ],
    sizes: ['0.5 acre', 'quarter acre', '6,000 sq ft', '1 acre by the woods'],
    budgets: ['$90 a month', '$300', 'up to $500', '$65 per treatment'],
  },
]

/** The talk of a customer who has no specific request. */
export const SMALL_TALK: ServiceTalk = {
  service: '',
  question: 'What kind of work around your place are you thinking of?',
  stories: [['Hello? Is this a real person?', 'Nothing yet.']],
  sizes: ['0.2 acre'],
  budgets: ['open'],
}

export const TIMELINES: Choices = [
  'As soon as possible',
  'This week',
  'Within two weeks',
  'Next month',
  'Before the holidays',
  'In spring',
  'No rush',
]

export const AVAILABILITIES: Choices = [
  'Weekdays after 3 pm',
  'Mornings',
  'Any day but Friday',
  'Tuesdays and Thursdays',
  'Weekends only',
  'Anytime, someone is always home',
]

export const ADDITIONAL_INFO: Choices = [
  'The gate on the left is 36 inches wide.',
  "Please call before you come. The dog isn't fond of strangers.",
  'There is an HOA, so the plan needs its approval.',
  'Underground lines were marked last month.',
  'My neighbor may want the same thing done.',
  'Parking is on the street only.',
]
