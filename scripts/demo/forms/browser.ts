import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { pageHeader, proofHeader, proofOf, readChallenge, trapHeader } from '../../../packages/forms/src/proof.ts';
import { call, type Server } from '../caller.ts';
import { browserOf, chancesOf } from '../readers.ts';
import type { Sender, ShownForm } from './visitors.ts';

/** Id of a submission, which is that of its proof, and when it is to have been sent. */
export type Sent = { id: string; at: number };

/** Milliseconds; who sends a page sooner looks like a program. */
const reading = 2_100;
const atOnce = 12;

/** Everybody opens the page, and then sends it as its script does. */
export async function sendForms(server: Server, forms: readonly ShownForm[]): Promise<Sent[]> {
  const all = forms.flatMap((form) => form.senders.map((sender) => ({ form, sender })));
  const opened = await inTurns(all, async (one) => ({ ...one, ...(await open(server, one.form, one.sender)) }));
  await pause(reading);
  return inTurns(opened, (one) => send(server, one));
}

type Opened = { token: string; touch: string };

/**
 * Loaded ahead, as browsers do with a link somebody points at: that counts as no visit. Visits are counted on the day they are to have
 * happened (visits.ts).
 */
async function open(server: Server, form: ShownForm, sender: Sender): Promise<Opened> {
  const headers = headersOf(sender);
  let touch = '';
  if (sender.isScan && form.codePath !== undefined) {
    const { location } = await call(server, 'GET', form.codePath, { headers });
    touch = new URL(location, server.publicUrl).searchParams.get('touch') ?? '';
    if (touch === '') throw new Error(`${form.codePath} led to ${location}, which says nothing of the scan.`);
  }
  const { status, body } = await call(server, 'GET', `/forms/${form.id}`, {
    headers: { ...headers, 'sec-purpose': 'prefetch' },
  });
  const token = /name="token" value="([^"]+)"/.exec(body)?.[1];
  if (token === undefined) throw new Error(`The page of "${form.plan.name}" answered ${status} without a token.`);
  return { token, touch };
}

async function send(server: Server, { form, sender, token, touch }: Opened & { form: ShownForm; sender: Sender }) {
  const headers = headersOf(sender);
  const asked = await call(server, 'GET', `/api/forms/${form.id}/challenge`, { headers });
  const challenge = readChallenge((JSON.parse(asked.body) as { challenge: string }).challenge)!;
  let number = 0;
  while (hash('sha256', `${challenge.salt}${number}`, 'hex') !== challenge.target) number += 1;
  const query = new URLSearchParams({ version: String(form.version), ...(touch && { touch }) });
  const { status, body } = await call(server, 'POST', `/api/forms/${form.id}/submit?${query}`, {
    headers: {
      ...headers,
      'content-type': 'application/json',
      referer: `${server.publicUrl}/forms/${form.id}`,
      [pageHeader]: token,
      [proofHeader]: proofOf(challenge, number),
      ...(sender.isSpam && { [trapHeader]: '1' }),
    },
    body: JSON.stringify(sender.answers),
  });
  if (status !== 200) throw new Error(`"${form.plan.name}" answered ${status}: ${body}`);
  return { id: challenge.text.slice(0, 36), at: sender.at };
}

/** Of networks that are kept for measurements (RFC 2544): a thousand people within a minute are too many for a few networks. */
function headersOf({ name }: Sender): Record<string, string> {
  const chance = chancesOf(name);
  return { ...browserOf(name), 'x-forwarded-for': `198.18.${chance(4) % 256}.${1 + (chance(5) % 254)}` };
}

export async function inTurns<From, To>(all: readonly From[], act: (one: From) => Promise<To>): Promise<To[]> {
  const done: To[] = [];
  const waiting = all.values();
  const work = async () => {
    for (const one of waiting) done.push(await act(one));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return done;
}
