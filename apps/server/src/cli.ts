#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { jobsCommand } from './cli/jobs.ts';
import { migrateCommand } from './cli/migrate.ts';
import { runRoles } from './cli/run.ts';
import { seedCommand } from './cli/seed.ts';
import { loadConfig } from './platform/config.ts';

const usage = `waggle <command>

  api | edge | worker     run one role
  all                     run the three roles in one process
  migrate                 bring the database to the newest schema
  seed [scenario]         fill an empty database with a named scenario (demo)
  jobs dead [name]        list what failed for good, and why
  jobs replay [name] [id] try it again
`;

const [command = '', ...rest] = process.argv.slice(2);

switch (command) {
  case 'api':
  case 'edge':
  case 'worker':
    await runRoles(loadConfig(), [command]);
    break;
  case 'all':
    await runRoles(loadConfig(), ['api', 'edge', 'worker']);
    break;
  case 'migrate':
    await migrateCommand(loadConfig());
    break;
  case 'seed':
    await seedCommand(loadConfig(), rest[0] ?? 'demo');
    break;
  case 'jobs':
    await jobsCommand(loadConfig(), rest);
    break;
  case '--version':
    console.log(
      (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version,
    );
    break;
  default:
    console.log(usage);
    process.exitCode = command === '' || command === 'help' ? 0 : 2;
}
