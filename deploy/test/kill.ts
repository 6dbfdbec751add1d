// Waggle is killed while a thousand emails leave, and comes back by itself: nobody gets one twice, and nobody is lost.
import type { Figure } from '../../bench/figures.ts';
import { openTrial } from './compose.ts';
import type { Project } from './compose-project.ts';
import type { Machine, Part } from './machine.ts';
import { completed, importContacts, isReady, newcomer, prepareSending, receivers, sendToAll, until } from './people.ts';

const people = 1_000;
const kills = 3;
/** Emails a second, so that each kill finds some under way. */
const rate = 40;
/** Connections of one process: as many may be in doubt after a kill. */
const inFlight = 10;
const subject = 'Read this once';

const override = `services:
  waggle:
    environment:
      SENDING_SMTP_URL: smtp://mailbox:1025?rate=${rate}&connections=${inFlight}
      SENDING_LEASE_SECONDS: 5
`;

export const kill: Part = {
  name: 'kill',
  async run(machine): Promise<Figure[]> {
    const { project, addresses } = await openTrial(machine, 'waggle-kill', {}, override);
    try {
      await project.compose('up', '--detach');
      await until('ready', () => isReady(addresses.origin));
      const person = await newcomer(addresses);
      await importContacts(person, people);
      await prepareSending(person, project);
      const id = await sendToAll(person, subject);
      let restarts = 0;
      for (let turn = 1; turn <= kills; turn += 1) {
        const wanted = Math.floor((people * turn) / (kills + 1));
        await until(`${wanted} emails`, async () => (await receivers(machine, project, subject)).length >= wanted, 300);
        await killWaggle(machine, project, addresses.origin);
        restarts += 1;
      }
      await completed(project, id);
      return [await judge(machine, project, { id, restarts })];
    } finally {
      await project.remove();
    }
  },
};

/** From outside, as the kernel does when memory runs out; the engine must start it again by itself. */
async function killWaggle(machine: Machine, project: Project, origin: string): Promise<void> {
  const container = await project.containerOf('waggle');
  const inspect = (what: string) => machine.podman('inspect', '--format', `{{.State.${what}}}`, container);
  const pid = Number(await inspect('Pid'));
  process.kill(pid, 'SIGKILL');
  await until('a new process', async () => ![0, pid].includes(Number(await inspect('Pid'))), 60);
  await until('ready after the kill', () => isReady(origin));
}

type Run = { id: string; restarts: number };

/** Holds the ledger against what the mail server saw. */
async function judge(machine: Machine, project: Project, { id, restarts }: Run): Promise<Figure> {
  const caught = await receivers(machine, project, subject);
  const rows = await project.sql(
    `select c.email || ' ' || s.state from campaign_sends s join contacts c on c.organization_id = s.organization_id and c.id = s.contact_id
     where s.campaign_id = '${id}'`,
  );
  const ledger = new Map(rows.split('\n').map((row) => row.split(' ') as [string, string]));
  const seen = new Set(caught);
  const of = (state: string) => [...ledger.values()].filter((each) => each === state).length;
  const twice = caught.length - seen.size;
  const lost = [...ledger].filter(([email, state]) => state === 'accepted' && !seen.has(email)).length;
  const untold = caught.filter((email) => !['accepted', 'uncertain'].includes(ledger.get(email) ?? '')).length;
  const [accepted, uncertain] = [of('accepted'), of('uncertain')];
  const isWhole = ledger.size === people && accepted + uncertain === people && uncertain <= kills * inFlight;
  return {
    values: { people, kills: restarts, twice, lost, untold, accepted, uncertain, allowed: kills * inFlight },
    ok: restarts === kills && twice === 0 && lost === 0 && untold === 0 && isWhole,
  };
}
