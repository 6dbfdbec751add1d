import { setTimeout as pause } from 'node:timers/promises';
import { sendCampaign } from '../apps/server/src/features/campaigns/lifecycle.ts';
import { type FakeSmtp, type Judged, type Rulings, startFakeSmtp } from '../apps/server/test/sending/fake-smtp.ts';
import { type Mailed, type SendHarness, until } from './send-harness.ts';
import { type Ending, fingerprint, invariants, type Row } from './send-invariants.ts';

export type Scene = Mailed & {
  harness: SendHarness;
  fakeSmtp: FakeSmtp;
  random: () => number;
  /** Resolves when so large a share of the audience is with the fake SMTP server. */
  reached: (share: number) => Promise<void>;
};

export type Fault = {
  name: string;
  people?: number;
  seeds?: number;
  /** Most rows that may be in doubt in the end. */
  uncertain?: number;
  rulings?: (scene: () => Scene) => Rulings;
  /** Starts the campaign; Send, unless the fault says otherwise. */
  start?: (scene: Scene) => Promise<void>;
  act?: (scene: Scene) => Promise<string[] | void>;
  /** Time runs fast: what waits for later is due at once. */
  timeFlies?: boolean;
  /** What else must be true in the end; every sentence is a broken promise. */
  expect?: (scene: Scene, rows: Row[]) => string[] | Promise<string[]>;
};

/** Connections of one worker: as many mails may be in doubt after its death. */
export const sendWorkers = 10;

/** In the middle of a campaign. */
export const somewhere = ({ reached, random }: Scene): Promise<void> => reached(0.1 + random() * 0.6);

/** Milliseconds the fake SMTP server thinks about a mail: long enough that every fault hits a campaign in the middle. */
const thinkMs = 60;

export async function play(
  harness: SendHarness,
  fault: Fault,
  random: () => number,
): Promise<Ending & { seconds: number }> {
  const { people = 500 } = fault;
  await harness.workers.allReady();
  let scene: Scene | undefined;
  const fakeSmtp = await startFakeSmtp({
    beforeAnswer: () => pause(thinkMs * (0.5 + random())),
    ...fault.rulings?.(() => scene!),
  });
  const bystander = await harness.organization(20, fakeSmtp.port);
  await harness.draft(bystander);
  const before = await fingerprint(harness, bystander);
  const mailed = await harness.draft(await harness.organization(people, fakeSmtp.port));
  const reached = (share: number) => until(`${share} of the mails`, () => fakeSmtp.received.length >= share * people);
  scene = { ...mailed, harness, fakeSmtp, random, reached };

  try {
    const played = await playOut(fault, scene);
    const after = await fingerprint(harness, bystander);
    return { ...played, wrong: [...played.wrong, ...(after === before ? [] : ['I8 rows of somebody else changed'])] };
  } finally {
    await fakeSmtp.close();
  }
}

async function playOut(fault: Fault, scene: Scene): Promise<Ending & { seconds: number }> {
  const { harness, fakeSmtp, ...mailed } = scene;
  const started = performance.now();
  const flying = fault.timeFlies ? setInterval(() => void harness.passTime(mailed).catch(() => {}), 300) : undefined;
  try {
    await (fault.start ?? send)(scene);
    const said = await Promise.resolve(fault.act?.(scene)).then(
      (sentences) => sentences ?? [],
      (error: Error) => [error.message],
    );
    await until('the end of the campaign', () => isCompleted(harness, mailed), 90).catch((error: Error) =>
      said.push(error.message),
    );
    const seconds = (performance.now() - started) / 1_000;
    const ending = await invariants(harness, mailed, fakeSmtp.received);
    const inDoubt = ending.byState['uncertain'] ?? 0;
    if (inDoubt > (fault.uncertain ?? 0)) said.push(`${inDoubt} are in doubt`);
    const unmet = (await fault.expect?.(scene, ending.rows)) ?? [];
    return { ...ending, seconds, wrong: [...ending.wrong, ...said, ...unmet] };
  } finally {
    clearInterval(flying);
  }
}

/** Mails of other campaigns are no business of the ledger that is held against the fake SMTP server. */
export function forget({ received }: FakeSmtp, mails: readonly Judged[]): void {
  const others = new Set(mails);
  received.splice(0, received.length, ...received.filter((mail) => !others.has(mail)));
}

export const send = async ({ harness, ...mailed }: Scene): Promise<void> => {
  await sendCampaign(harness.campaigns, harness.contextOf(mailed), mailed.campaignId);
};

export async function isCompleted({ owner }: SendHarness, { campaignId }: Mailed): Promise<boolean> {
  const { rows } = await owner.query<{ status: string }>('select status from campaigns where id = $1', [campaignId]);
  return rows[0]?.status === 'COMPLETED';
}
