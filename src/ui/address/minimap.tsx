import { useState } from 'react'
import type { AddressDetails } from '../../contract/profile.ts'
import { ADDRESS_SEARCH, type AddressSearch, type Coordinates } from '../../domain/common/address.ts'
import { Button } from '../button.tsx'

/** Image sizes in CSS pixels. High-density screens request twice as many, up to 1280. */
const SIZES = { desktop: { width: 560, height: 180 }, mobile: { width: 640, height: 240 } }

type Report = 'none' | 'sending' | 'sent' | 'failed'

const REPORT_TEXTS = {
  none: '',
  sending: '',
  sent: 'Thank you. We reported this to the map service.',
  failed: 'This could not be sent. Please try again later.',
} satisfies Record<Report, string>

/** Shows the address on a map image. Renders nothing if the image is unavailable. */
export function AddressMinimap(props: { address: AddressDetails; search: AddressSearch }) {
  const { coordinates } = props.address
  if (!coordinates) return null
  const at = `${coordinates.latitude},${coordinates.longitude}`
  return <Minimap key={at} at={coordinates} {...props} />
}

function Minimap({
  address,
  search,
  at,
}: {
  address: AddressDetails
  search: AddressSearch
  at: Coordinates
}) {
  const [isBroken, setBroken] = useState(false)
  const [report, setReport] = useState<Report>('none')
  if (isBroken) return null

  const sources = (size: { width: number; height: number }) =>
    ([1, 2] as const).map((scale) => `${search.staticMapUrl(at, { ...size, scale })} ${scale}x`).join(', ')

  const send = () => {
    setReport('sending')
    search.reportWrongPlace(address).then(
      () => setReport('sent'),
      () => setReport('failed'),
    )
  }

  return (
    <figure className="address-minimap">
      <picture>
        <source
          media={`(max-width: ${ADDRESS_SEARCH.minimap.mobileBreakpoint}px)`}
          srcSet={sources(SIZES.mobile)}
        />
        <img
          {...SIZES.desktop}
          src={search.staticMapUrl(at, { ...SIZES.desktop, scale: 1 })}
          srcSet={sources(SIZES.desktop)}
          alt={`Map of ${address.full_address}`}
          decoding="async"
          onError={() => setBroken(true)}
        />
      </picture>
      <figcaption>
        {report !== 'sent' && (
          <Button link text="Wrong place on the map?" disabled={report === 'sending'} onClick={send} />
        )}
        <span role="status">{REPORT_TEXTS[report]}</span>
      </figcaption>
    </figure>
  )
}
