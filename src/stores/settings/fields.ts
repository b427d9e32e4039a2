import { atom, computed, type ReadableAtom } from 'nanostores'
import { DEFAULT_PROFILE, type Profile } from '../../contract/profile.ts'
import { isUsNumber } from '../../domain/common/dialable.ts'
import { type Hint, hintFields, hintOf, PHONE_HINT } from '../../domain/settings/profile-validation.ts'
import type { ProfileField, Settings, SettingsField } from '../../domain/settings/settings.ts'
import { inPauses } from './later.ts'
import { $settings } from './state.ts'

/** The values between leaving the organization and unmounting the screen. */
const NOTHING: Settings = { ...DEFAULT_PROFILE, faqs: [], questions: [] }

const values = new Map<SettingsField, ReadableAtom<unknown>>()
const hints = new Map<ProfileField, ReadableAtom<Hint | null>>()

/** Returns a store of one field's value, which changes only with this field. */
export function fieldStore<Field extends SettingsField>(field: Field): ReadableAtom<Settings[Field]> {
  const $value = values.get(field) ?? computed($settings, (settings) => (settings ?? NOTHING)[field])
  values.set(field, $value)
  return $value as ReadableAtom<Settings[Field]>
}

/** Returns a store of a field's hint, which is recomputed only when a field that it depends on changes. */
export function hintStore(field: ProfileField): ReadableAtom<Hint | null> {
  const $hint =
    hints.get(field) ??
    (field === 'phone'
      ? $phoneHint
      : computed(hintFields(field).map(fieldStore), () => hintOf(field, $settings.get() ?? NOTHING)))
  hints.set(field, $hint)
  return $hint
}

const $isPossiblePhone = atom<((text: string) => boolean) | null>(null)

/** The phone number's hint. The parser is large, so it loads only for a number that is not in a common US format. */
const $phoneHint: ReadableAtom<Hint | null> = computed(
  [fieldStore('phone'), $isPossiblePhone],
  (phone, isPossible) => {
    const hint = hintOf('phone', $settings.get() ?? NOTHING)
    if (hint || !phone?.trim() || isUsNumber(phone)) return hint
    if (isPossible) return isPossible(phone) ? null : PHONE_HINT
    import('../../domain/common/phone.ts').then(
      (parser) => $isPossiblePhone.set(parser.isPossiblePhone),
      // Without the parser, the number has no hint.
      () => undefined,
    )
    return null
  },
)

/** The whole form, updated when the user pauses. */
export const $shownForm: ReadableAtom<Settings> = inPauses(
  computed($settings, (settings) => settings ?? NOTHING),
)

/** Returns the whole form with what the user has typed so far. */
export const typedForm = (): Settings => $settings.get() ?? NOTHING

let lastShown: Settings = NOTHING

/** Like {@link $shownForm}, but does not change while the user types a question or an answer. */
export const $shownProfile: ReadableAtom<Profile> = computed($shownForm, (form) => {
  const fields = Object.keys(form) as SettingsField[]
  const isSame = fields.every(
    (field) => field === 'faqs' || field === 'questions' || form[field] === lastShown[field],
  )
  if (!isSame) lastShown = form
  return lastShown
})
