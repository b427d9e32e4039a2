import type { ProfileUpdate } from '../../src/contract/profile.ts'
import { PRESET_SERVICES } from '../../src/domain/onboarding/services.ts'

/** The time zone of Green Acres. */
export const DEMO_TIME_ZONE = 'America/New_York'

/** The demo users; both sign in with DEMO_PASSWORD. */
export const DEMO_PASSWORD = 'greener-pastures'
export const DEMO_OWNER_EMAIL = 'owner@fieldhand.test'

export const DEMO_USERS = [
  { id: 'user_owner', email: DEMO_OWNER_EMAIL, firstName: 'Olivia', lastName: 'Greene' },
  { id: 'user_rival', email: 'rival@fieldhand.test', firstName: 'Riley', lastName: 'Vale' },
] as const

export interface DemoOrganization {
  id: string
  name: string
  slug: string
  ownerId: (typeof DEMO_USERS)[number]['id']
  /** The age of the organization. The newest one comes last. */
  ageDays: number
  trialDaysLeft: number
  /** The owner's settings; null before onboarding. */
  profile: ProfileUpdate | null
  faqs: readonly { question: string; answer: string }[]
  questions: readonly string[]
  leads: number
  leadSeed: number
}

/** Omits escalation_email and pricing_notes so that the console asks for them. */
const GREEN_ACRES_PROFILE: ProfileUpdate = {
  business_name: 'Green Acres Lawn & Landscape',
  website_url: 'https://greenacres.example.com',
  phone: '(614) 555-0142',
  email: 'hello@greenacres.example.com',
  address: '480 Maplewood Lane, Columbus, Ohio 43215, United States',
  address_details: {
    full_address: '480 Maplewood Lane, Columbus, Ohio 43215, United States',
    coordinates: { latitude: 39.9652, longitude: -83.0034 },
    context: { place: 'Columbus', region: 'Ohio', postcode: '43215', country: 'United States' },
    properties: null,
  },
  agent_name: 'Fern',
  primary_color: '#2e7d32',
  personality_tone: 'friendly',
  use_emojis: true,
  button_text: 'Get Free Quote',
  closed_button_text: "We're Closed",
  welcome_heading: 'Welcome to Green Acres',
  welcome_tagline: "We're here to help you!",
  reply_time: 'In a few minutes',
  widget_color: '#2e7d32',
  bubble_position: 'right',
  bubble_type: 'standard',
  bubble_launcher_title: 'Chat with us',
  offline_message:
    "We're closed right now. Leave your details and we'll get back to you on the next business day.",
  prompt_summary: 'A family business that has looked after lawns and gardens around Columbus since 1998.',
  services_offered: [...PRESET_SERVICES],
  services_description:
    'Weekly mowing, edging and fertilizing; garden design and planting; patios, paths and retaining walls; sprinkler installation and repair; tree trimming and stump grinding; snow removal from November to March.',
  service_area_type: 'radius',
  service_area_radius: 30,
  service_area_zipcodes: [],
  service_area_cities: [],
  timezone: DEMO_TIME_ZONE,
  cal_booking_url: 'https://cal.example.com/green-acres/estimate',
}

const GREEN_ACRES_FAQS = [
  {
    question: 'Are your estimates free?',
    answer: 'Yes, every estimate is free and comes without any obligation.',
  },
  {
    question: 'Which areas do you serve?',
    answer: 'We work within about 30 miles of downtown Columbus, Ohio.',
  },
  {
    question: 'Are you licensed and insured?',
    answer: "Yes, we're licensed in Ohio and fully insured. We're happy to send you the certificate.",
  },
  {
    question: 'How often do you mow?',
    answer: 'Every week from April to October, and every two weeks in dry spells.',
  },
  {
    question: 'How can I pay?',
    answer: 'By card, check or bank transfer. Invoices go out at the end of the month.',
  },
  {
    question: 'Do I have to be home when you come?',
    answer: 'No, as long as the gate is unlocked and pets are inside.',
  },
  {
    question: 'What happens when it rains?',
    answer: 'We move your visit to the next dry day and send you a text.',
  },
  {
    question: 'Do you guarantee your plants?',
    answer: 'Plants that we supply and plant are guaranteed for one year.',
  },
]

const GREEN_ACRES_QUESTIONS = [
  'What kind of work do you need?',
  'How large is the property?',
  'When would you like the work to be done?',
  'Do you have a budget in mind?',
  'Is there anything about access to the property that we should know?',
]

export const DEMO_ORGANIZATIONS: readonly DemoOrganization[] = [
  {
    id: 'org_greenacres',
    name: 'Green Acres Lawn & Landscape',
    slug: 'green-acres-lawn-landscape',
    ownerId: 'user_owner',
    ageDays: 95,
    trialDaysLeft: 9,
    profile: GREEN_ACRES_PROFILE,
    faqs: GREEN_ACRES_FAQS,
    questions: GREEN_ACRES_QUESTIONS,
    leads: 60,
    leadSeed: 1,
  },
  {
    id: 'org_freshcut',
    name: 'Fresh Cut Co',
    slug: 'fresh-cut-co',
    ownerId: 'user_owner',
    ageDays: 0,
    trialDaysLeft: 14,
    profile: null,
    faqs: [],
    questions: [],
    leads: 0,
    leadSeed: 2,
  },
  {
    id: 'org_rivalmowing',
    name: 'Rival Mowing',
    slug: 'rival-mowing',
    ownerId: 'user_rival',
    ageDays: 40,
    trialDaysLeft: 3,
    profile: {
      business_name: 'Rival Mowing',
      phone: '(740) 555-0187',
      email: 'office@rivalmowing.example.com',
      escalation_email: 'riley@rivalmowing.example.com',
      agent_name: 'Max',
      personality_tone: 'professional',
      services_offered: ['Lawn Care & Maintenance', 'Snow Removal'],
      services_description: 'Mowing in summer, plowing in winter.',
      service_area_type: 'zipcodes',
      service_area_zipcodes: ['43701', '43702'],
      timezone: 'America/Chicago',
    },
    faqs: [
      { question: 'Do you offer discounts?', answer: 'Yes, 10% off for neighbors who sign up together.' },
    ],
    questions: ['How large is the lawn?'],
    leads: 6,
    leadSeed: 3,
  },
]
