/** Milliseconds after which the device counts as not knowing its location. */
const TIMEOUT = 15_000

/** Milliseconds for which a known location is recent enough. */
const MAX_AGE = 300_000

/** Returns the device's location, after the browser has asked the user. Rejects with a GeolocationPositionError. */
export const deviceLocation = (): Promise<{ latitude: number; longitude: number }> =>
  new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      reject,
      { enableHighAccuracy: true, timeout: TIMEOUT, maximumAge: MAX_AGE },
    )
  })
