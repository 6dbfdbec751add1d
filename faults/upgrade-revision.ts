// Which version an upgrade begins with.
import { execFileSync } from 'node:child_process';

/**
 * The commit of the revision that is named, else of the newest release below this one. Nothing but a tag says what runs elsewhere:
 * a commit in the middle of a series may hold migrations without the code that needs them, and was never installed by anybody.
 */
export function revisionBefore(named: string | undefined, folder: string): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const commitOf = (revision: string) => git('rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`);
  if (named !== undefined) return commitOf(named);
  const release = git('tag', '--merged', 'HEAD', '--no-contains', 'HEAD', '--sort=-creatordate').split('\n')[0];
  if (!release)
    throw new Error(
      'There is no release below this commit. Name the version to start from: pnpm faults upgrade <revision>',
    );
  return commitOf(release);
}
