// `waggle health` alone. A supervisor asks every few seconds, and loading the whole program for that takes two seconds of a core.
import { healthCommand } from './cli/health.ts';
import { sayingRefusals } from './cli/refusal.ts';
import { loadConfig } from './platform/config.ts';

await sayingRefusals(() => healthCommand(loadConfig(), process.argv.slice(2)));
