import { LIBRARIES_OF_DOMAIN, MAY_IMPORT } from './scripts/check/layers.ts'

const parts = Object.keys(MAY_IMPORT)

/** One rule per part of src/. It refuses everything in src/ that is not in the part's row of the table. */
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
      comment: 'Merge two modules that import each other, or extract a third one.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-folder-cycles',
      severity: 'error',
      comment: 'Move the code that makes two folders need each other below both, or pass it in from above.',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-resolved',
      severity: 'error',
      comment: 'The import does not resolve.',
      // The test generates the client that this program imports.
      from: { pathNot: '^tests/server/api/generated-client\\.mts$' },
      to: { couldNotResolve: true, pathNot: '^(astro:|virtual:)' },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment:
        'src/domain contains pure rules. It may import the contract, but nothing asynchronous, visual, or stateful.',
      from: { path: '^src/domain/' },
      to: { pathNot: `^(src/(domain|contract)/|node_modules/(${LIBRARIES_OF_DOMAIN.join('|')})/)` },
    },
    {
      name: 'contract-imports-valibot-only',
      severity: 'error',
      comment:
        'Console and server share src/contract, so it contains schemas and nothing that runs on one side only.',
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
      name: 'stores-base-knows-no-feature',
      severity: 'error',
      comment: 'What concerns features is connected to the base: by src/stores/app or src/stores/sending.',
      from: { path: '^src/stores/base/' },
      to: { path: '^src/stores/', pathNot: '^src/stores/base/' },
    },
    {
      name: 'no-feature-imports-app',
      severity: 'error',
      comment: 'src/stores/app knows all features, so it comes after them.',
      from: { path: '^src/stores/', pathNot: '^src/stores/app/' },
      to: { path: '^src/stores/app/' },
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
      comment: 'The rest of the console uses src/platform/session.',
      from: { path: '^src/', pathNot: '^src/platform/session' },
      to: { path: '^node_modules/@clerk/' },
    },
    {
      name: 'src-never-imports-server',
      severity: 'error',
      comment: 'The console is a static export, which uses the server only over HTTP.',
      from: { path: '^src/' },
      to: { path: '^(server|widget|dev|bench|scripts|tests)/' },
    },
    {
      name: 'server-imports-contract-and-domain-only',
      severity: 'error',
      comment: 'Console and server share only src/contract and src/domain.',
      from: { path: '^server/' },
      to: { path: '^(src|widget|bench|scripts|tests)/', pathNot: '^src/(contract|domain)/' },
    },
    {
      name: 'calls-without-the-agent',
      severity: 'error',
      comment: 'Changing a lead or its call works without the agent. Pass in what the agent knows.',
      from: { path: '^server/(leads|calendars)/' },
      to: { path: '^server/agent/', reachable: true },
    },
    {
      name: 'server-never-imports-dev',
      severity: 'error',
      comment: 'The product runs without stand-ins; dev/main.ts passes them in.',
      from: { path: '^server/' },
      to: { path: '^dev/' },
    },
    {
      name: 'dev-imports-server-contract-and-domain-only',
      severity: 'error',
      comment: 'A stand-in may import from the server but not from the console.',
      from: { path: '^dev/' },
      to: { path: '^(src|widget|bench|scripts|tests)/', pathNot: '^src/(contract|domain)/' },
    },
    {
      name: 'widget-imports-contract-and-domain-only',
      severity: 'error',
      comment: 'Browsers load the widget without a build, so it uses no packages.',
      from: { path: '^widget/' },
      to: { pathNot: '^(widget|src/(contract|domain))/' },
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
