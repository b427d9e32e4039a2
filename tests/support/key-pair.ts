import { createKeyPair } from '../../dev/identity/tokens.ts'

/** Signs the tokens of all servers of a worker, because creating a key takes longer than most tests. */
export const keyPair = createKeyPair()
