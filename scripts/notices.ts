import { thirdPartyNotices } from './lib/notices.ts'
import { explain } from './lib/usage.ts'

explain(`Usage: node scripts/notices.ts [WORKSPACE]

Prints the licenses and notices of all packages that the console needs at run time, or those of a workspace, such as
server.
`)

process.stdout.write(thirdPartyNotices(process.argv[2] ?? ''))
