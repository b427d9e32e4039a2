import type { PublicUserDataJSON } from '@clerk/shared/types'
import type { User } from '../rows.ts'
import { avatar } from './common.ts'

/** Formats a user for other members of the organization. */
export function presentPublicUser(user: User): PublicUserDataJSON {
  return {
    first_name: user.first_name,
    last_name: user.last_name,
    image_url: avatar(user.id, user.first_name ?? user.email),
    has_image: false,
    identifier: user.email,
    user_id: user.id,
  }
}
