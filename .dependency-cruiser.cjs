// The import rules of docs/architecture.md, executable. A violation of each is tried in scripts/import-rules.test.ts.
const { readFileSync } = require('node:fs');

/** As the server lists them. */
const list = readFileSync(`${__dirname}/apps/server/src/features.ts`, 'utf8');
const [, listed] = /export const features[^=]*= \[([^\]]*)\]/.exec(list);
const order = listed.split(',').flatMap((name) => name.trim() || []);
const feature = (names) => `^apps/(?:server|web)/src/features/(?:${names.join('|')})/`;
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const inFeature = { path: '^apps/(server|web)/src/features/([^/]+)/' };
const test = '\\.test\\.tsx?$';
const fixture = '\\.fixture\\.ts$';
const rendering = 'node_modules/(?:html-to-text|htmlparser2|liquidjs)/';

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
    rule('no-circular', 'Two files that import each other, be it a type alone, are one file.', {}, { circular: true }),
    rule('front-door', 'Use another feature through its index.ts.', inFeature, {
      path: '^apps/$1/src/features/',
      pathNot: ['^apps/$1/src/features/$2/', '/features/[^/]+/(index|feature)\\.tsx?$'],
    }),
    rule(
      'features-are-listed',
      'Only a feature that names another as its need, and the list, see what it adds to the processes.',
      { path: '^apps/', pathNot: `/src/(?:app/)?(?:features|features/[^/]+/feature)\\.tsx?$|${test}` },
      { path: '/features/[^/]+/feature\\.tsx?$' },
    ),
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
      'app-stands-above',
      'A feature sees of app/ only the parents of its routes.',
      { path: '^apps/web/src/features/[^/]+/' },
      { path: '^apps/web/src/app/', pathNot: '^apps/web/src/app/routes\\.ts$' },
    ),
    rule(
      'screens-know-no-routes',
      'Routes lead to screens, and everybody loads them first.',
      { path: '^apps/web/src/', pathNot: '/features/[^/]+/(feature|routes)\\.ts$|^apps/web/src/app/router\\.tsx$' },
      { path: '^apps/web/src/(?:app|features/[^/]+)/routes\\.ts$' },
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
      'Only queries.ts and *.sql.ts build SQL.',
      { path: '^apps/server/src/features/', pathNot: `(^|/)queries\\.ts$|\\.sql\\.ts$|${test}` },
      { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'roots-own-wiring',
      'Only feature.ts lists routes and handlers, and those of its own parts.',
      {
        path: '^apps/server/src/',
        pathNot: `^apps/server/src/features/[^/]+/(feature|routes|handlers)\\.ts$|${test}`,
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
      'Rendering knows nothing of servers or browsers: the preview in a browser runs the same code as the sender.',
      { path: '^packages/email/', pathNot: [test, fixture] },
      { pathNot: `^packages/(?:email|contracts)/|${rendering}` },
    ),
    rule(
      'email-is-pure-in-fixtures',
      'A fixture makes up emails by chance, and knows nothing else that emails do not.',
      { path: `^packages/email/.*${fixture}` },
      { pathNot: `^packages/(?:email|contracts)/|${rendering}|node_modules/fast-check/` },
    ),
    rule(
      'forms-are-pure',
      'The public page and the server check answers by the same code, and the page loads nothing else with it.',
      { path: '^packages/forms/', pathNot: [test, fixture] },
      { pathNot: '^packages/(?:forms|contracts)/|^packages/email/src/escape-html\\.ts$' },
    ),
    rule(
      'forms-load-no-schemas',
      'zod alone is heavier than a public form may be: what is needed of a contract with schemas is its types.',
      { path: '^packages/forms/', pathNot: [test, fixture] },
      { path: '^packages/contracts/', pathNot: '/text-patterns\\.ts$', dependencyTypesNot: ['type-only'] },
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
