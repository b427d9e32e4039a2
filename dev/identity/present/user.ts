import type { UserJSON } from '@clerk/shared/types'
import type { Membership, User } from '../rows.ts'
import { avatar, verified } from './common.ts'
import { presentMembership } from './organization.ts'

export function presentUser(user: User, memberships: Membership[]): UserJSON {
  return {
    object: 'user',
    id: user.id,
    external_id: null,
    username: null,
    first_name: user.first_name,
    last_name: user.last_name,
    primary_email_address_id: user.email_id,
    primary_phone_number_id: null,
    primary_web3_wallet_id: null,
    image_url: avatar(user.id, user.first_name ?? user.email),
    has_image: false,
    profile_image_id: '',
    email_addresses: [
      {
        object: 'email_address',
        id: user.email_id,
        email_address: user.email,
        linked_to: [],
        matches_sso_connection: false,
        verification: verified('email_code'),
      },
    ],
    phone_numbers: [],
    web3_wallets: [],
    passkeys: [],
    external_accounts: [],
    enterprise_accounts: [],
    organization_memberships: memberships.map(presentMembership),
    password_enabled: user.password_hash !== null,
    totp_enabled: false,
    backup_code_enabled: false,
    two_factor_enabled: false,
    public_metadata: {},
    unsafe_metadata: {},
    last_sign_in_at: user.last_sign_in_at?.getTime() ?? null,
    create_organization_enabled: true,
    create_organizations_limit: null,
    delete_self_enabled: false,
    legal_accepted_at: null,
    timezone: null,
    created_at: user.created_at.getTime(),
    updated_at: user.updated_at.getTime(),
  }
}
