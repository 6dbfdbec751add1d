import { resultOf } from './attempt-result.ts';
import type { ConnectionPool } from './connection-pool.ts';
import type { SendingMetrics } from './metrics.ts';
import { type MailTransport, type Outcome, outcomeOf, unreached } from './outcome.ts';
import type { SmtpError } from './smtp/smtp-error.ts';
import type { Result } from './send-ledger.ts';
import type { SendQueue, Task, WorkerKind } from './send-queue.ts';
import type { Sender } from './sender.ts';
import type { Rest } from './transport-limits.ts';

export type SendStage = 'claimed' | 'rendered' | 'offering' | 'answered' | 'settled';

/** Fault tests stop the process here; nobody else listens. */
export type AtStage = (stage: SendStage, recipientId: string) => Promise<void>;

type SendWorkerParts = {
  queue: SendQueue;
  pool: ConnectionPool;
  metrics: SendingMetrics;
  /** Told of every outcome before it is written. */
  onOutcome: (task: Task, outcome: Outcome) => Promise<void>;
  atStage: AtStage | undefined;
};

/**
 * One mail after the other; a worker has as many send workers as it keeps connections. The dot of a mail is given only after
 * the answer to the one before is written, so a killed worker leaves one mail in doubt for each send worker and never more. A
 * sender writes in order: there it is enough that the answer was handed in first, and both go in one commit.
 *
 * A trial worker does the same for servers nobody has reached yet, which may be silent for half a minute: mail for servers
 * that answer does not wait for it. Once a server answers, its mails are for the send workers.
 */
export async function runSendWorker(kind: WorkerKind, parts: SendWorkerParts): Promise<void> {
  const { queue, metrics, onOutcome } = parts;
  let last: { sender: Sender; filed: Promise<unknown>; written: Promise<unknown> } | undefined;
  for (let task = await queue.next(kind); task; task = await queue.next(kind)) {
    const before = last?.sender === task.sender ? last.filed : last?.written;
    const outcome = await attempt(kind, task, before, parts);
    if (outcome === 'reached') {
      await queue.passOn(task);
      continue;
    }
    queue.done(task, restAfter(outcome));
    const result = resultOf(task.row, outcome);
    if (result) metrics.mails(result.state);
    const filed = onOutcome(task, outcome);
    const written = Promise.all([last?.written, filed.then(() => conclude(task, result, parts))]);
    last = { sender: task.sender, filed, written };
  }
  await last?.written;
}

/** How long nobody shall try this transport: `unknown` when nobody answers there. */
function restAfter(outcome: Outcome): Rest {
  if (outcome.kind === 'unreached' || (outcome.kind === 'uncertain' && outcome.isDown)) return 'unknown';
  return outcome.kind === 'refused' ? (outcome.restMs ?? 0) : 0;
}

const isAnswer = ({ kind }: Outcome): boolean => kind === 'accepted' || kind === 'refused';

type Before = Promise<unknown> | undefined;

async function attempt(
  kind: WorkerKind,
  task: Task,
  before: Before,
  { queue, pool, atStage }: SendWorkerParts,
): Promise<Outcome | 'reached'> {
  const { transport } = task.sender;
  let connection: MailTransport;
  try {
    connection = await pool.take(transport);
  } catch (error) {
    return unreached(error as SmtpError);
  }
  if (kind === 'trial' && connection.isReached) {
    pool.giveBack(transport, connection);
    return 'reached';
  }
  if (connection.isReached) queue.reached(task);
  try {
    const outcome = await send(task, connection, { before, atStage });
    if (!connection.isReached && isAnswer(outcome)) queue.reached(task);
    return outcome;
  } catch (error) {
    return outcomeOf(error as SmtpError, false);
  } finally {
    pool.giveBack(transport, connection);
  }
}

async function send(
  { sender, row }: Task,
  connection: MailTransport,
  { before, atStage }: { before: Before; atStage: AtStage | undefined },
): Promise<Outcome> {
  await atStage?.('claimed', row.recipientId);
  const mail = row.compose();
  await atStage?.('rendered', row.recipientId);
  const outcome = await connection.deliver({ from: mail.envelopeFrom, to: row.email }, mail.message, async () => {
    await before;
    // Without a ledger there is no dot. Had the commit got through after all, giving the row back undoes it.
    const given = await sender.offer(row);
    if (given) await atStage?.('offering', row.recipientId);
    return given;
  });
  await atStage?.('answered', row.recipientId);
  return outcome;
}

async function conclude(task: Task, result: Result | null, { queue, atStage }: SendWorkerParts): Promise<void> {
  await (result ? task.sender.settle(result) : queue.giveBack(task));
  await atStage?.('settled', task.row.recipientId);
}
