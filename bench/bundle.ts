import { bundleServer } from '../scripts/bundle-server.ts';

/** How people start a process of ours. */
export const nodeOptions = ['--max-semi-space-size=4', '--max-old-space-size=1024'];

/** What people run: one file of JavaScript. From its sources the process would need 100 MB more, to strip their types. */
export const bundle = (input: string, name: string): Promise<string> => bundleServer(input, name);
