// For `node --import`: an api that computes every answer of Overview anew, where the real one keeps it for ten seconds. Whoever measures what an answer
// costs would else measure a map.
import { registerHooks } from 'node:module';

registerHooks({
  load: (url, context, nextLoad) =>
    url.endsWith('/features/dashboard/shared-answer.ts')
      ? {
          format: 'module',
          shortCircuit: true,
          source: 'export const shareAnswer = (_ctx, _what, compute) => compute();',
        }
      : nextLoad(url, context),
});
