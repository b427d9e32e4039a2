import { Hono } from 'hono'
import type { Deps } from '../kernel/deps.ts'
import { filesOf } from './storage.ts'

const NAME = /^(photo_[\dA-Za-z]{22})(-small)?\.jpg$/
/** Browsers can cache a photo for at most a day after it is erased. */
const KEPT_SECONDS = 86_400

const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  // The console, which has a different origin, shows photos.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
}

/**
 * Serves photos and their thumbnails to anyone who has a photo's random ID, until the photo is erased. The type is
 * always JPEG. With `?download`, browsers save the file.
 */
export function photoRoutes({ db, photos }: Pick<Deps, 'db' | 'photos'>): Hono {
  const app = new Hono()
  app.get('/photos/:name', async (c) => {
    const [, id = '', isSmall] = NAME.exec(c.req.param('name')) ?? []
    const row =
      id &&
      (await db
        .selectFrom('photos')
        .select('file')
        .where('id', '=', id)
        .where('stored_at', 'is not', null)
        .executeTakeFirst())
    const files = row ? filesOf(row.file) : null
    const bytes = files && (await photos.get(isSmall ? files.small : files.large))
    if (!bytes) {
      return c.body('This photo could not be found', 404, {
        ...HEADERS,
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'private, no-store',
      })
    }
    const disposition = c.req.query('download') === undefined ? 'inline' : 'attachment'
    return c.body(bytes, 200, {
      ...HEADERS,
      'Content-Type': 'image/jpeg',
      'Content-Length': String(bytes.byteLength),
      'Content-Disposition': `${disposition}; filename="photo.jpg"`,
      'Cache-Control': `private, max-age=${KEPT_SECONDS}`,
    })
  })
  return app
}
