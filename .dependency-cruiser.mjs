import { LIBRARIES_OF_DOMAIN, MAY_IMPORT } from './scripts/check/layers.ts'

const parts = Object.keys(MAY_IMPORT)

/** One rule a part of src/: everything in src/ that its row of the table does not name is refused. */
const directions = parts.map((part) => ({
  name: `${part}-imports-down-only`,
  severity: 'error',
  comment: `src/${part} may import src/{${[part, ...(MAY_IMPORT[part] ?? []), 'styles'].join(',')}}.`,
  from: { path: `^src/${part}/` },
  to: { path: '^src/', pathNot: `^src/(${[part, ...(MAY_IMPORT[part] ?? []), 'styles'].join('|')})/` },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...directions,
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two modules that need each other are one, or lack a third.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-resolved',
      severity: 'error',
      comment: 'An import that leads nowhere.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(astro:|virtual:)' },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment: 'src/domain is pure rules: it knows the contract, and nothing that waits, draws or remembers.',
      from: { path: '^src/domain/' },
      to: { pathNot: `^(src/(domain|contract)/|node_modules/(${LIBRARIES_OF_DOMAIN.join('|')})/)` },
    },
    {
      name: 'contract-imports-valibot-only',
      severity: 'error',
      comment:
        'src/contract is shared by console and server: schemas, and nothing that runs on one side only.',
      from: { path: '^src/contract/' },
      to: { pathNot: '^(src/contract/|node_modules/valibot/)' },
    },
    {
      name: 'stores-are-headless',
      severity: 'error',
      comment: 'A store is state and actions; React and antd stay in islands and ui.',
      from: { path: '^src/(stores|api|platform|domain)/' },
      to: { path: '^node_modules/(react|react-dom|antd|@ant-design|@nanostores/react)/' },
    },
    {
      name: 'only-client-imports-ky',
      severity: 'error',
      comment: 'All requests to the API go through src/api/client.ts.',
      from: { pathNot: '^src/api/client\\.ts$' },
      to: { path: '^node_modules/ky/' },
    },
    {
      name: 'only-session-imports-clerk',
      severity: 'error',
      comment: 'The rest of the console asks src/platform/session.',
      from: { path: '^src/', pathNot: '^src/platform/session' },
      to: { path: '^node_modules/@clerk/' },
    },
    {
      name: 'src-never-imports-server',
      severity: 'error',
      comment: 'The console is a static export; it meets the server on the wire only.',
      from: { path: '^src/' },
      to: { path: '^(server|local|scripts|tests)/' },
    },
    {
      name: 'server-imports-contract-and-domain-only',
      severity: 'error',
      comment: 'What console and server share is src/contract and src/domain.',
      from: { path: '^server/' },
      to: { path: '^(src|scripts|tests)/', pathNot: '^src/(contract|domain)/' },
    },
    {
      name: 'server-never-imports-local',
      severity: 'error',
      comment: 'The product runs without stand-ins; local/main.ts hands them in.',
      from: { path: '^server/' },
      to: { path: '^local/' },
    },
    {
      name: 'local-imports-server-contract-and-domain-only',
      severity: 'error',
      comment: 'A stand-in may use what the server offers, and knows nothing of the console.',
      from: { path: '^local/' },
      to: { path: '^(src|scripts|tests)/', pathNot: '^src/(contract|domain)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.astro)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts', '.json'],
    },
  },
}
