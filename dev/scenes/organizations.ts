import { DEMO_ORGANIZATIONS, type DemoOrganization } from '../demo/organizations.ts'

/** A state in which all screens can be shown. Each state is an organization of the demo owner. */
export interface SceneState {
  id: string
  name: string
  /** The differences from the demo's Green Acres; null if the demo data already contains the organization. */
  organization: Partial<DemoOrganization> | null
  /** Values that replace those of the organization's leads. */
  lead?: { prospect_name: string; service_interest: string; prospect_address: string; notes: string }
  /** How the API handles the organization's calls: it never responds, or it returns 500. */
  fault?: 'loading' | 'failed'
}

const [GREEN_ACRES] = DEMO_ORGANIZATIONS

const LONG_WORD = 'Landschaftsgartenbauunternehmergesellschaft'

const many = <Item>(count: number, make: (number: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index + 1))

export const SCENE_STATES: readonly SceneState[] = [
  { id: 'org_greenacres', name: 'Demo: 60 leads', organization: null },
  { id: 'org_freshcut', name: 'First visit, before onboarding', organization: null },
  { id: 'org_sceneempty', name: 'Empty: no leads yet', organization: { leads: 0 } },
  { id: 'org_sceneone', name: 'One lead', organization: { leads: 1 } },
  {
    id: 'org_scenemany',
    name: 'Many: 10,000 leads, 100 FAQs',
    organization: {
      leads: 10_000,
      faqs: many(100, (number) => ({
        question: `Question ${number}: how soon can you come?`,
        answer: `Answer ${number}: within ${number} days.`,
      })),
      questions: many(30, (number) => `Question ${number} for the visitor?`),
    },
  },
  {
    id: 'org_scenelong',
    name: 'Long names and words',
    organization: {
      name: `${LONG_WORD} & Sons of the Greater Columbus Metropolitan Area, Incorporated`,
      leads: 30,
    },
    lead: {
      prospect_name: `Maximiliana-Alexandra ${LONG_WORD} von und zu Hohenfels-Sonnenberg`,
      service_interest: `${LONG_WORD}, garden design, planting, patios, paths and retaining walls`,
      prospect_address: `12345 ${LONG_WORD} Boulevard Northwest, Apartment 4711, Columbus, Ohio 43215`,
      notes: `${LONG_WORD} `.repeat(40),
    },
  },
  {
    id: 'org_scenertl',
    name: 'Right-to-left names',
    organization: { name: 'حدائق الزيتون', leads: 30 },
    lead: {
      prospect_name: 'محمد عبد الرحمن الخطيب',
      service_interest: 'تنسيق الحدائق',
      prospect_address: 'שדרות רוטשילד 12, תל אביב',
      notes: 'يرجى الاتصال بعد الظهر (555) 0142-614',
    },
  },
  { id: 'org_sceneended', name: 'Trial ended', organization: { leads: 12, trialDaysLeft: -2 } },
  { id: 'org_sceneloading', name: 'Loading: the API never responds', organization: {}, fault: 'loading' },
  { id: 'org_scenefailed', name: 'Failed: the API returns 500', organization: {}, fault: 'failed' },
]

/** Returns the organizations that the scenes add to the demo data. */
export function sceneOrganizations(): DemoOrganization[] {
  return SCENE_STATES.flatMap(({ id, name, organization }, index) =>
    organization && GREEN_ACRES
      ? {
          ...GREEN_ACRES,
          name,
          ...organization,
          id,
          slug: id.replace('org_', ''),
          leadSeed: 100 + index,
        }
      : [],
  )
}
