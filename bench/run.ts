import { runByName } from './figures.ts';

await runByName('bench', (name) => import(`./${name}.ts`));
