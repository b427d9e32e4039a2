import * as v from 'valibot'
import { LIMITS } from '../../contract/limits.ts'
import type { AddressSuggestion, RetrievedAddress } from '../../domain/common/address.ts'

const Line = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(LIMITS.line))
const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(2_048))
const Fields = v.record(v.string(), v.unknown())

const Suggestion = v.object({
  mapbox_id: Id,
  name: Line,
  full_address: v.optional(v.string()),
  place_formatted: v.optional(v.string(), ''),
  feature_type: v.optional(v.string(), ''),
})

/** `GET suggest`. Entries are parsed individually, so that an invalid entry does not affect the others. */
export const SuggestReply = v.pipe(
  v.object({ suggestions: v.array(v.unknown()) }),
  v.transform(({ suggestions }) =>
    suggestions.flatMap((entry): AddressSuggestion[] => {
      const { success, output } = v.safeParse(Suggestion, entry)
      if (!success) return []
      const { mapbox_id: id, name, place_formatted: place, full_address } = output
      const fullAddress = full_address || [name, place].filter(Boolean).join(', ')
      return fullAddress.length <= LIMITS.line ? [{ id, name, place, fullAddress }] : []
    }),
  ),
)

const Position = v.pipe(
  v.array(v.number()),
  v.minLength(2),
  v.transform(([longitude = Number.NaN, latitude = Number.NaN]) => ({ latitude, longitude })),
)

const Geometry = v.object({ coordinates: Position })

/** Returns the short primitive values of a provider's record. A profile stores only these. */
function plainFields(fields: Record<string, unknown>): Record<string, unknown> {
  const plain = Object.entries(fields).filter(
    ([, value]) =>
      typeof value === 'number' ||
      typeof value === 'boolean' ||
      (typeof value === 'string' && value.length <= LIMITS.line),
  )
  return Object.fromEntries(plain.slice(0, 50))
}

const SearchBoxContext = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((context) =>
    Object.fromEntries(
      Object.entries(context)
        .slice(0, 20)
        .flatMap(([kind, entry]) => (v.is(Fields, entry) ? [[kind, plainFields(entry)]] : [])),
    ),
  ),
)

const SearchBoxFeature = v.pipe(
  v.object({
    geometry: Geometry,
    properties: v.looseObject({
      full_address: Line,
      context: v.optional(SearchBoxContext, {}),
    }),
  }),
  v.transform(
    ({ geometry, properties: { context, ...properties } }): RetrievedAddress => ({
      fullAddress: properties.full_address,
      coordinates: geometry.coordinates,
      context,
      properties: plainFields(properties),
    }),
  ),
)

/** `GET retrieve`, `forward`, and `reverse` of the Search Box API. */
export const FeaturesReply = v.pipe(
  v.object({ features: v.array(SearchBoxFeature) }),
  v.transform(({ features }) => features),
)

const AutofillContext = v.pipe(
  v.array(v.object({ id: Id, mapbox_id: v.optional(v.string()), text: v.string() })),
  v.transform((entries) =>
    Object.fromEntries(
      entries.slice(0, 20).map(({ id, mapbox_id, text }) => {
        const [kind = id] = id.split('.')
        return [kind, { id: mapbox_id ?? id, name: text }]
      }),
    ),
  ),
)

const AutofillFeature = v.pipe(
  v.object({
    geometry: Geometry,
    properties: v.looseObject({
      full_address: Line,
      match_code: v.looseObject({ confidence: v.picklist(['exact', 'high', 'medium', 'low']) }),
      context: v.optional(AutofillContext, []),
    }),
  }),
  v.transform(({ geometry, properties: { context, match_code, ...properties } }) => ({
    confidence: match_code.confidence,
    address: {
      fullAddress: properties.full_address,
      coordinates: geometry.coordinates,
      context,
      properties: plainFields(properties),
    } satisfies RetrievedAddress,
  })),
)

/** `GET retrieve` of the Address Autofill API with a complete text, which is the provider's address validation. */
export const ValidateReply = v.pipe(
  v.object({ features: v.array(AutofillFeature) }),
  v.transform(({ features }) => features),
)
