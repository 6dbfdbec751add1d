import { runByName } from '../bench/figures.ts';

await runByName('faults', (name) => import(`./${name}.ts`));
