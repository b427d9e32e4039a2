type Choices = readonly [string, ...string[]]

/** What people ask for and say about one service; every text is a customer's own words. */
export interface ServiceTalk {
  service: string
  openings: Choices
  /** The agent's question about the work and possible answers. */
  question: string
  answers: Choices
  sizes: Choices
  budgets: Choices
}

/** The services of the demo business and how its customers talk about them. */
export const SERVICE_TALK: readonly [ServiceTalk, ...ServiceTalk[]] = [
  {
    service: 'Lawn Care & Maintenance',
    openings: [
      'Hi! Our mower finally gave up and the grass is at my knees. Do you do weekly mowing?',
      'Looking for someone to take over mowing and edging for the rest of the season.',
      'Do you aerate and overseed? Half of our back lawn is bare.',
      'We just moved in and the yard is a mess. What would regular lawn care cost?',
      'My lawn has brown patches all over, can someone take a look?',
      'I need a mowing crew for a rental property that I own.',
    ],
    question: 'What does the lawn need most right now: mowing, feeding, or repairing bare spots?',
    answers: [
      'Mowing every week, and the edges along the driveway.',
      'Mostly the bare spots. The dog has her favorite places.',
      'Feeding and weeds. The dandelions are winning.',
      'All of it, honestly. It has not been cut in a month.',
      'Aeration first, then seed before it gets cold.',
    ],
    sizes: ['0.25 acre', 'about 8,000 sq ft', 'half an acre', '60 x 90 ft', '0.4 acre corner lot'],
    budgets: ['$45 a visit', '$200 a month', 'under $60 per mow', '$180-240 a month'],
  },
  {
    service: 'Landscape Design',
    openings: [
      'We want to redo the whole front yard. Do you draw up plans?',
      'I am looking for a designer for a backyard with a slope. Is that something you take on?',
      'Can you design a garden that needs hardly any water?',
      'Our builder left us with nothing but dirt. We need a plan for the yard.',
      'Do you offer design consultations? I have ideas but no clue where to start.',
    ],
    question: 'What should the new yard be used for most?',
    answers: [
      'Evenings with friends, so seating and some shade.',
      'Two small kids, so open grass they can run on.',
      'Curb appeal. We may sell in two years.',
      'A quiet corner to read, and flowers for cutting.',
      'Pollinators. As many native plants as will fit.',
    ],
    sizes: ['0.3 acre', '2,400 sq ft front yard', 'one acre with a slope', '40 x 70 ft'],
    budgets: ['$8,000-12,000', 'around $15k in two phases', 'up to $6,500', 'open, depends on the plan'],
  },
  {
    service: 'Tree Services',
    openings: [
      'A large limb came down in the storm and is resting on our fence. How soon can you come?',
      'I need a quote for taking out a dead ash in the back yard.',
      'Can you trim three maples that hang over the roof?',
      'There is a stump in the front that I keep mowing around. Do you grind stumps?',
      'Our oak looks sick, is there an arborist on your team?',
    ],
    question: 'How tall is the tree, roughly, and is it near the house or any wires?',
    answers: [
      'Maybe 40 feet, and about 10 feet from the garage.',
      'Two stories tall. No wires, but the neighbor has a shed right below.',
      'Not tall, 20 feet, but it leans toward the driveway.',
      'Hard to say, taller than the house. The power line runs behind it.',
      'Just the stump, two feet across.',
    ],
    sizes: ['0.5 acre', 'small city lot', '1.2 acres, wooded', '0.33 acre'],
    budgets: ['$900', '$1,500-2,000', 'insurance may cover it', 'under $700 for the stump'],
  },
  {
    service: 'Irrigation Systems',
    openings: [
      'Two zones of my sprinklers stopped working. Do you repair those?',
      'Do you winterize irrigation systems? Ours has six zones.',
      'I would like a quote for drip irrigation in raised beds.',
      'The water bill doubled and I think a sprinkler line is leaking.',
      'We are putting in a new lawn and want sprinklers before the sod goes down.',
    ],
    question: 'How many zones are there, and do you know the make of the controller?',
    answers: [
      'Six zones, a Rain Bird from around 2012.',
      'No system yet, we are starting from nothing.',
      'Four zones, I think. The controller is in the garage and says Hunter.',
      'Eight. Zones 3 and 4 stay dry whatever I do.',
    ],
    sizes: ['0.4 acre', '10,000 sq ft of lawn', '0.75 acre', 'four raised beds, 4 x 8 ft each'],
    budgets: ['$350 for the repair', '$4,000', 'as little as possible', '$2,500-3,500'],
  },
  {
    service: 'Hardscaping',
    openings: [
      'Hello, we would like a paver patio behind the house, around 300 square feet.',
      'Our retaining wall is bowing. Can you rebuild it?',
      'Do you install fire pits? We want one before the holidays.',
      'The front walk is cracked and someone is going to trip. What would pavers cost?',
      'Looking for a price on a flagstone path and three steps.',
    ],
    question: 'Is there a material you have in mind, or would you like to see options?',
    answers: [
      'Concrete pavers, something gray and simple.',
      'Natural stone if we can afford it.',
      'Whatever drains well. Water stands there after every rain.',
      'We would like to see options, please.',
      'Brick, to match the house.',
    ],
    sizes: ['300 sq ft', '40 ft of wall, 3 ft high', '18 x 20 ft', 'about 55 ft of path'],
    budgets: ['$9,000', '$5,000-7,500', '$12k at the most', 'not sure yet'],
  },
  {
    service: 'Planting & Garden Care',
    openings: [
      'Could you take care of our beds while we are away for two months?',
      'I need 20 boxwoods planted along the fence.',
      'Do you do fall clean-up? Leaves, perennials, the lot.',
      'My hydrangeas never bloom. Can someone prune them properly?',
      'We would like fresh mulch and some color by the entrance.',
    ],
    question: 'Do the beds get sun for most of the day, or are they in shade?',
    answers: [
      'Full sun from noon on, it is quite hot there.',
      'Shade mostly, under two big maples.',
      'A bit of both. The side by the garage is dark.',
      'Morning sun. The soil is heavy clay, if that matters.',
    ],
    sizes: ['four beds, 400 sq ft', '120 ft of fence line', '0.2 acre', 'small front garden'],
    budgets: ['$600', '$1,200 with the plants', '$75 an hour is fine', '$250-400'],
  },
  {
    service: 'Snow Removal',
    openings: [
      'Are you taking new driveways for snow removal this winter?',
      'We run a small dental office and need the parking lot cleared by 7 am.',
      'Do you salt as well as plow? Our driveway is steep.',
      'My mother cannot shovel any more. Could you do her walk and driveway?',
    ],
    question: 'How long is the driveway or lot, and is there a place where the snow can be piled?',
    answers: [
      'Room for four cars, and the lawn on the left can take it.',
      'Twelve parking spaces. It can go by the dumpster.',
      'About 150 feet, uphill.',
      'Short, two cars, plus 40 feet of sidewalk.',
    ],
    sizes: ['2-car driveway', '12 parking spaces', '150 ft driveway', '0.3 acre'],
    budgets: ['$50 a visit', '$450 for the season', '$1,800 for the winter', 'per push is best'],
  },
  {
    service: 'Pest Control',
    openings: [
      'We have grubs, and now the skunks are digging for them. Help!',
      'Do you spray for mosquitoes? We cannot sit outside.',
      'Something is eating my roses down to the stems.',
      'Ticks! We border the woods and have two dogs. What can you do?',
    ],
    question: 'Are there pets or small children that we should plan the treatment around?',
    answers: [
      'Two dogs and a cat that goes out.',
      'A toddler, so nothing harsh please.',
      'No pets, no kids, just us.',
      'Bees! The neighbor keeps hives, so please be careful.',
    ],
    sizes: ['0.5 acre', 'quarter acre', '6,000 sq ft', '1 acre by the woods'],
    budgets: ['$90 a month', '$300', 'up to $500', '$65 per treatment'],
  },
]

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
  'Please call before coming, the dog is not fond of strangers.',
  'There is an HOA, so the plan needs its approval.',
  'Underground lines were marked last month.',
  'The neighbor may want the same done.',
  'Parking is on the street only.',
]
