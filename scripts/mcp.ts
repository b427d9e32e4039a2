import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { explain } from './lib/usage.ts'
import { createMcpServer } from './mcp/server.ts'

explain(`Usage: npm run -s mcp

Lets an assistant that speaks the Model Context Protocol read leads, conversations, bookings, and insights over standard input
and output. FIELDHAND_API_URL and FIELDHAND_API_KEY name the organization and an API key for it (docs/mcp.md).
`)

// Standard output carries the protocol.
if (process.stdin.isTTY)
  process.stderr.write('An assistant starts this and writes to its standard input (docs/mcp.md).\n')

serveStdio(() => createMcpServer(process.env))
