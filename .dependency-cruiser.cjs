// The import rules of docs/architecture.md, executable. A violation of each is tried in scripts/import-rules.test.ts.
const order = [
  'accounts',
  'billing',
  'settings',
  'contacts',
  'links',
  'forms',
  'campaigns',
  'automations',
  'analytics',
  'dashboard',
  'integrations',
  'audit',
];
const feature = (names) => `^apps/(?:server|web)/src/features/(?:${names.join('|')})/`;
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const inFeature = { path: '^apps/(server|web)/src/features/([^/]+)/' };
const test = '\\.test\\.tsx?$';

module.exports = {
  forbidden: [
    ...order
      .slice(0, -1)
      .map((name, at) =>
        rule(
          `order-${name}`,
          'Publish an event instead.',
          { path: feature([name]) },
          { path: feature(order.slice(at + 1)) },
        ),
      ),
    rule(
      'no-circular',
      'Two files that import each other are one file.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    rule('front-door', 'Use another feature through its index.ts.', inFeature, {
      path: '^apps/$1/src/features/',
      pathNot: ['^apps/$1/src/features/$2/', '/features/[^/]+/index\\.tsx?$'],
    }),
    rule('own-door', 'A feature does not enter through its own index.ts.', inFeature, {
      path: '^apps/$1/src/features/$2/index\\.tsx?$',
    }),
    rule(
      'floor',
      'platform/, ui/ and lib/ know no feature.',
      { path: '^apps/server/src/platform/|^apps/web/src/(ui|lib)/', pathNot: test },
      { path: '/src/(features|edge|app)/' },
    ),
    rule(
      'edge-stays-small',
      'The hot path reaches no feature, even indirectly.',
      { path: '^apps/server/src/edge(/|\\.ts$)' },
      { path: '^apps/server/src/features/', reachable: true },
    ),
    rule(
      'http-in-routes-only',
      'Only routes.ts speaks HTTP.',
      { path: '^apps/server/src/features/', pathNot: `(^|/)routes\\.ts$|${test}` },
      { path: 'node_modules/fastify' },
    ),
    rule(
      'sql-in-queries-only',
      'Only queries.ts builds SQL.',
      { path: '^apps/server/src/features/', pathNot: `(^|/)queries\\.ts$|${test}` },
      { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'roots-own-wiring',
      'Only entry points mount routes and handlers, and a feature those of its own parts.',
      {
        path: '^apps/server/src/',
        pathNot: `^apps/server/src/(api|worker|features/[^/]+/(routes|handlers))\\.ts$|${test}`,
      },
      { path: '/features/.+/(routes|handlers)\\.ts$' },
    ),
    rule(
      'apps-are-islands',
      'Apps meet in packages/ and over HTTP only.',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    rule(
      'contracts-are-pure',
      'Contracts know zod and each other.',
      { path: '^packages/contracts/', pathNot: test },
      { pathNot: '^packages/contracts/|node_modules/zod' },
    ),
    rule(
      'email-is-pure',
      'Rendering knows nothing of servers or browsers.',
      { path: '^packages/email/', pathNot: test },
      { pathNot: '^packages/email/' },
    ),
    rule('packages-know-no-app', 'Packages stand below the apps.', { path: '^packages/' }, { path: '^apps/' }),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
