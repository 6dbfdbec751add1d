// Visitors send a form, and an automation sends each of them an email: from the moment they send it until the mail server has the
// email. The edge and the worker are processes of their own; a few visitors a second, as on a good day of one business.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../apps/server/test/harness/postgres.ts';
import { ask } from '../apps/server/test/sending/ready-admin.ts';
import { openScene } from '../faults/journeys-scene.ts';
import { emptyDocument } from '../packages/contracts/src/automation-document.ts';
import { startEdge } from './edge-process.ts';
import type { Figure } from './figures.ts';
import { createVisitors, definition } from './forms-scene.ts';
import { answering } from './server.ts';
import { askSteadily, percentile } from './steady-load.ts';

const perSecond = 5;
const seconds = 40;
/** The first visitors find a cold server. */
const warming = perSecond;
const goalMs = 5_000;

export async function run(): Promise<Figure[]> {
  const scene = await openScene(0);
  const folder = mkdtempSync(join(tmpdir(), 'waggle-inbox-'));
  const [port, metricsPort] = [await freePort(), await freePort()];
  const edge = startEdge({ port, metricsPort, databaseUrl: scene.postgres.appUrl(), folder });
  try {
    const { admin, smtp, workers } = scene;
    const form = { ...definition, name: 'Bread club', isActive: true, publish: true };
    const { id: formId } = await ask(admin, 'POST', '/api/forms', form);
    await scene.publish(
      (emails) => ({
        ...emptyDocument,
        triggers: [{ kind: 'form.submitted', formId }],
        steps: [{ id: 'emailaaa', kind: 'email', campaignId: emails['emailaaa'] ?? null, hours: null, cap: 'ignore' }],
      }),
      ['emailaaa'],
    );
    await workers.keep(1);
    await answering(`http://127.0.0.1:${port}/readyz`);

    const total = perSecond * seconds;
    // Every second visitor agrees to emails; the others get none.
    const expected = total / 2;
    const visitor = createVisitors(formId);
    const sentAt = new Map<string, number>();
    const requests = Array.from({ length: total }, visitor);
    const next = (turn: number) => {
      const request = requests[turn]!;
      sentAt.set((JSON.parse(request.body) as { field_3: string }).field_3, Date.now());
      return request;
    };
    const answers = await askSteadily({ origin: `http://127.0.0.1:${port}`, perSecond, seconds, next });
    for (const end = Date.now() + 60_000; smtp.received.length < expected && Date.now() < end;) await pause(100);

    const took = smtp.received.map(({ to, at }) => at - sentAt.get(to)!).slice(warming);
    const values = {
      submitted: answers.filter(({ status }) => status < 300).length,
      mailed: smtp.received.length,
      p50_ms: percentile(took, 0.5).toFixed(0),
      p95_ms: percentile(took, 0.95).toFixed(0),
      most_ms: Math.max(...took),
      goal_p95_ms: goalMs,
    };
    return [{ values, ok: values.mailed === expected && percentile(took, 0.95) <= goalMs }];
  } finally {
    edge.kill('SIGKILL');
    await scene.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
