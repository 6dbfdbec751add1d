// Asks the registry for advisories, where it answers such questions. It does so with one request and without our code.
import { spawnSync } from 'node:child_process';

type Hole = { severity: string; module_name: string; title: string; url: string; patched_versions: string };
/** `asked` is false when the registry did not answer: nothing is known then, good or bad. */
export type Audit = { asked: boolean; holes: string[] };

const stopping = new Set(['high', 'critical']);

export function judgeAudit(output: string): Audit {
  const advisories = advisoriesIn(output);
  if (!advisories) return { asked: false, holes: [] };
  const holes = Object.values(advisories).filter(({ severity }) => stopping.has(severity));
  return {
    asked: true,
    holes: holes.map(
      ({ severity, module_name: name, title, url, patched_versions: versions }) =>
        `${severity} ${name}: ${title} (${url}), repaired in ${versions}`,
    ),
  };
}

function advisoriesIn(output: string): Record<string, Hole> | undefined {
  try {
    return (JSON.parse(output) as { advisories?: Record<string, Hole> }).advisories;
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  const { stdout, stderr } = spawnSync('pnpm', ['audit', '--json'], { encoding: 'utf8', timeout: 60_000 });
  const { asked, holes } = judgeAudit(stdout);
  if (!asked)
    console.log(
      `The registry was not asked for advisories: ${`${stdout}${stderr}`.trim().slice(0, 300) || 'no answer'}`,
    );
  else console.log(`The registry knows ${holes.length} advisories of high or critical severity for our packages.`);
  for (const hole of holes) console.log(hole);
  if (holes.length > 0) process.exitCode = 1;
}
