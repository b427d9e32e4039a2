/** Who is signed in, and for which organization. Section 6. */
export interface Session {
  status: 'loading' | 'signed-out' | 'signed-in'
  user: { id: string; email: string; name: string } | null
  organization: { id: string; name: string } | null
  /** False if the identity provider's organizations feature is off. */
  organizationsEnabled: boolean
}
