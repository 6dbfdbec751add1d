#!/usr/bin/env node
import { backupCommand } from './cli/backup/backup.ts';
import { backupCheckCommand } from './cli/backup/check.ts';
import { restoreCommand } from './cli/backup/restore.ts';
import { campaignsCommand } from './cli/campaigns.ts';
import { confirmRestoreCommand } from './cli/confirm-restore.ts';
import { createAdminCommand } from './cli/create-admin.ts';
import { exportRedirectsCommand } from './cli/export-redirects.ts';
import { healthCommand } from './cli/health.ts';
import { jobsCommand } from './cli/jobs.ts';
import { loadRatesCommand } from './cli/load-rates.ts';
import { migrateCommand } from './cli/migrate.ts';
import { reclassifyCommand } from './cli/reclassify.ts';
import { recountCampaignCommand } from './cli/recount-campaign.ts';
import { recountCommand } from './cli/recount.ts';
import { resetTwoFactorCommand } from './cli/reset-two-factor.ts';
import { rotateSecretsCommand } from './cli/rotate-secrets.ts';
import { replayAsideCommand } from './cli/replay-aside.ts';
import { sayingRefusals } from './cli/refusal.ts';
import { runRoles } from './cli/run.ts';
import { seedCommand } from './cli/seed.ts';
import { setOwnerCommand } from './cli/set-owner.ts';
import { verifyProofCommand } from './cli/verify-proof.ts';
import { loadConfig } from './platform/config.ts';
import { versionOf } from './version.ts';

const usage = `waggle <command>

  api | edge | worker     run one role
  all                     run the three roles in one process
  migrate [--check]       bring the database to the newest schema
                          (--check only says whether that is done; ends with 0 or 1)
  health [role]           ask the local process whether it is ready; ends with 0 or 1
  create-admin <email> --organization <name>
                          create an organization and print the link with which its ADMIN sets a password
  seed [scenario]         fill an empty database with a named scenario (demo)
  backup <folder> [--whole]
                          write a dump of the database, or a base backup of its cluster, into a new folder
  backup-check [folder] [--hours 26] [--wal-minutes 15]
                          say how old the newest backup in the folder and the archived write-ahead log are; ends with 0 or 1
  restore <folder> [--data folder]
                          bring a backup back into an empty database or data folder
  restore-status          say whether a restore waits to be confirmed, and what would be sent then
  confirm-restore [--yes] [--unjournaled uncertain|send] [--by name]
                          the same; with --yes sending goes on
  campaigns list|show|send|pause|resume|cancel|retry|settle [id] --organization <id>
                          operate campaigns by the rules of the screen
                          (settle also takes contact ids and --as accepted|failed)
  verify-proof <file>     check the proof of a campaign, without a database
  export-redirects <folder> write all active QR codes as files, and as rules for nginx
  replay-aside            on an edge: tell the database again what its spool has set aside
  jobs dead [name]        list what failed for good, and why
  jobs replay [name] [id] try it again
  reclassify [--organization id]
                          judge the scans of the last 30 days by the rules of this version
  recount-campaign <organization> <campaign>
                          derive the figures of a sent campaign anew from what happened to its mails
  recount [--organization id] [--repair]
                          compare the totals of Overview and Analytics with the rows they count
                          (--repair writes what is missing)
  load-rates <file.csv>   load exchange rates (date, currency, rate) and convert purchases by them
  rotate-secrets [--check] [--new-link-key]
                          encrypt every stored secret under the present SECRET_KEY
                          (--check only counts; --new-link-key also signs new links with a new key)
  reset-two-factor <email> turn the second factor of a person off and end all their sessions
  set-owner <email>       make a person the owner of their organization, when the owner is gone
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
    await sayingRefusals(() => migrateCommand(loadConfig(), rest));
    break;
  case 'health':
    await sayingRefusals(() => healthCommand(loadConfig(), rest));
    break;
  case 'create-admin':
    await createAdminCommand(loadConfig(), rest);
    break;
  case 'seed':
    await seedCommand(loadConfig(), rest[0] ?? 'demo');
    break;
  case 'backup':
    await sayingRefusals(() => backupCommand(loadConfig(), rest));
    break;
  case 'backup-check':
    await sayingRefusals(() => backupCheckCommand(loadConfig(), rest));
    break;
  case 'restore':
    await sayingRefusals(() => restoreCommand(loadConfig(), rest));
    break;
  case 'restore-status':
    await confirmRestoreCommand(loadConfig(), []);
    break;
  case 'confirm-restore':
    await confirmRestoreCommand(loadConfig(), rest);
    break;
  case 'campaigns':
    await campaignsCommand(loadConfig(), rest);
    break;
  case 'verify-proof':
    await verifyProofCommand(rest[0]);
    break;
  case 'export-redirects':
    await exportRedirectsCommand(loadConfig(), rest[0]);
    break;
  case 'replay-aside':
    await replayAsideCommand(loadConfig());
    break;
  case 'jobs':
    await jobsCommand(loadConfig(), rest);
    break;
  case 'reclassify':
    await reclassifyCommand(loadConfig(), rest);
    break;
  case 'recount-campaign':
    await recountCampaignCommand(loadConfig(), rest);
    break;
  case 'recount':
    await recountCommand(loadConfig(), rest);
    break;
  case 'load-rates':
    await loadRatesCommand(loadConfig(), rest);
    break;
  case 'rotate-secrets':
    await rotateSecretsCommand(loadConfig(), rest);
    break;
  case 'reset-two-factor':
    await resetTwoFactorCommand(loadConfig(), rest[0]);
    break;
  case 'set-owner':
    await setOwnerCommand(loadConfig(), rest[0]);
    break;
  case '--version':
    console.log(versionOf());
    break;
  default:
    console.log(usage);
    process.exitCode = command === '' || command === 'help' ? 0 : 2;
}
