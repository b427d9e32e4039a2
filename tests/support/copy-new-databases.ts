import { copyNewDatabases } from './new-database.ts'

// Programs that tests start load this first.
copyNewDatabases()
