// A server that refuses whatever comes faster than it likes.
import { setTimeout as pause } from 'node:timers/promises';
import { cancelCampaign } from '../apps/server/src/features/campaigns/lifecycle.ts';
import type { Fault, Scene } from './send-play.ts';

const allowed = 50;
const settledAfterMs = 60_000;
const measuredMs = 20_000;

let taken: number[] = [];

/** Not more than so many in any second; the rest hears 454 after its message. */
function rule(): 'accept' | readonly [number, string] {
  const now = Date.now();
  taken = taken.filter((at) => at > now - 1_000);
  if (taken.length >= allowed) return [454, '4.7.0 too fast'];
  taken.push(now);
  return 'accept';
}

export const rateLimitFault: Fault = {
  name: 'F14 454 above 50 mails a second',
  people: 6_000,
  rulings: () => ({ message: rule, beforeAnswer: () => pause(5) }),
  async act({ harness, fakeSmtp, ...mailed }: Scene) {
    await pause(settledAfterMs);
    const before = fakeSmtp.received.length;
    await pause(measuredMs);
    const rate = (fakeSmtp.received.length - before) / (measuredMs / 1_000);
    await cancelCampaign(harness.contextOf(mailed), mailed.campaignId);
    console.log(`F14 after ${settledAfterMs / 1_000} s: ${rate.toFixed(1)} mails a second of ${allowed}`);
    return Math.abs(rate - allowed) > allowed / 10 ? [`the rate settled at ${rate.toFixed(1)} a second`] : [];
  },
};
