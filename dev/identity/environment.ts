import type {
  AttributeDataJSON,
  AttributesJSON,
  DisplayConfigJSON,
  EnvironmentJSON,
  OrganizationSettingsJSON,
  UserSettingsJSON,
} from '@clerk/shared/types'
import { PASSWORD_LENGTH } from './new-password.ts'
import { SEATS } from './present/organization.ts'
import { SOCIAL_PROVIDERS } from './social.ts'

const attribute = (settings: Partial<AttributeDataJSON> = {}): AttributeDataJSON => ({
  enabled: false,
  required: false,
  verifications: [],
  used_for_first_factor: false,
  first_factors: [],
  used_for_second_factor: false,
  second_factors: [],
  verify_at_sign_up: false,
  ...settings,
})

const attributes: AttributesJSON = {
  // Sign-up needs no verification because no mail leaves this machine.
  email_address: attribute({ enabled: true, required: true, used_for_first_factor: true }),
  password: attribute({ enabled: true, required: true }),
  phone_number: attribute(),
  username: attribute(),
  first_name: attribute(),
  last_name: attribute(),
  web3_wallet: attribute(),
  authenticator_app: attribute(),
  backup_code: attribute(),
  passkey: attribute(),
}

const social = Object.fromEntries(
  SOCIAL_PROVIDERS.map(({ strategy, name }) => [
    strategy,
    { enabled: true, required: false, authenticatable: true, strategy, name, logo_url: null },
  ]),
) as UserSettingsJSON['social']

/** `id` and `object` have the type `never` because these two parts of the environment aren't resources. */
type Settings<T> = Omit<T, 'id' | 'object'>

function userSettings(): UserSettingsJSON {
  const settings: Settings<UserSettingsJSON> = {
    attributes,
    social,
    actions: { delete_self: false, create_organization: true },
    enterprise_sso: { enabled: false, self_serve_sso: false, self_serve_directory_sync: false },
    sign_in: { second_factor: { required: false, enabled: false } },
    sign_up: {
      allowlist_only: false,
      progressive: true,
      captcha_enabled: false,
      mode: 'public',
      legal_consent_enabled: false,
    },
    password_settings: {
      allowed_special_characters: '',
      disable_hibp: true,
      min_length: PASSWORD_LENGTH.min,
      max_length: PASSWORD_LENGTH.max,
      require_special_char: false,
      require_numbers: false,
      require_uppercase: false,
      require_lowercase: false,
      show_zxcvbn: false,
      min_zxcvbn_strength: 0,
    },
    passkey_settings: { allow_autofill: false, show_sign_in_button: false },
    username_settings: { min_length: 4, max_length: 64 },
    attack_protection: { enumeration_protection: { enabled: false } },
  }
  return settings as UserSettingsJSON
}

function organizationSettings(): OrganizationSettingsJSON {
  const settings: Settings<OrganizationSettingsJSON> = {
    enabled: true,
    max_allowed_memberships: SEATS,
    force_organization_selection: false,
    actions: { admin_delete: true },
    // Without a default role, Clerk's form keeps invitations disabled.
    domains: { enabled: false, enrollment_modes: [], default_role: 'org:member' },
    slug: { disabled: true },
    organization_creation_defaults: { enabled: false },
  }
  return settings as OrganizationSettingsJSON
}

function displayConfig(origin: string): DisplayConfigJSON {
  const home = `${origin}/`
  const signUp = `${origin}/sign-up`
  const organization = `${origin}/organization`
  return {
    object: 'display_config',
    id: 'display_config_local',
    instance_environment_type: 'production',
    application_name: 'Fieldhand',
    branded: false,
    show_devmode_warning: false,
    preferred_sign_in_strategy: 'password',
    theme: {
      general: {
        color: '#e64a19',
        background_color: '#ffffff',
        font_family: 'inherit',
        font_color: '#212121',
        label_font_weight: '600',
        padding: '1em',
        border_radius: '0.375em',
        box_shadow: '0 2px 8px rgba(0, 0, 0, 0.2)',
      },
      buttons: { font_color: '#ffffff', font_family: 'inherit', font_weight: '600' },
      accounts: { background_color: '#ffffff' },
    },
    logo_image_url: '',
    favicon_image_url: '',
    home_url: home,
    sign_in_url: signUp,
    sign_up_url: signUp,
    user_profile_url: organization,
    organization_profile_url: organization,
    create_organization_url: organization,
    after_sign_in_url: home,
    after_sign_up_url: home,
    after_sign_out_one_url: signUp,
    after_sign_out_all_url: signUp,
    after_switch_session_url: home,
    after_leave_organization_url: home,
    after_create_organization_url: home,
    after_join_waitlist_url: '',
    waitlist_url: '',
    support_email: '',
    terms_url: '',
    privacy_policy_url: '',
    captcha_public_key: null,
    captcha_public_key_invisible: null,
    captcha_widget_type: null,
    captcha_provider: 'turnstile',
    captcha_oauth_bypass: [],
  }
}

/** Returns the instance's settings, which Clerk's SDK and components load before they render anything. */
export function presentEnvironment(origin: string): EnvironmentJSON {
  return {
    object: 'environment',
    id: 'env_local',
    auth_config: {
      object: 'auth_config',
      id: 'auth_config_local',
      single_session_mode: true,
      claimed_at: null,
      reverification: false,
    },
    maintenance_mode: false,
    client_debug_mode: false,
    partitioned_cookies: false,
    api_keys_settings: {
      object: 'api_keys_settings',
      id: 'api_keys_settings_local',
      user_api_keys_enabled: false,
      orgs_api_keys_enabled: false,
    },
    protect_config: { object: 'protect_config', id: 'protect_config_local' },
    commerce_settings: {
      object: 'commerce_settings',
      id: 'commerce_settings_local',
      billing: {
        stripe_publishable_key: null,
        organization: { enabled: true, has_paid_plans: true },
        user: { enabled: false, has_paid_plans: false },
      },
    },
    display_config: displayConfig(origin),
    organization_settings: organizationSettings(),
    user_settings: userSettings(),
  }
}
