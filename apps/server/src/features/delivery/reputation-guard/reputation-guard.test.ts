import { expect, test } from 'vitest';
import type { Context } from '#platform/context.ts';
import { bounceStanding, complaintStanding, guardReputation } from './reputation-guard.ts';

test.each([
  [499, 499, 'good'],
  [500, 24, 'good'],
  [500, 25, 'warned'],
  [500, 49, 'warned'],
  [500, 50, 'held'],
])('of %i mails %i bounced: %s', (sent, bounced, standing) => {
  expect(bounceStanding({ sent, bounced, complained: 0 })).toBe(standing);
});

test.each([
  [499, 499, true, 'good'],
  [10_000, 7, false, 'good'],
  [10_000, 8, false, 'warned'],
  [10_000, 20, false, 'warned'],
  [10_000, 20, true, 'held'],
  [10_000, 30, false, 'held'],
])('of %i mails %i were complained about, new: %s, so it is %s', (sent, complained, isNew, standing) => {
  expect(complaintStanding({ sent, bounced: 0, complained }, isNew)).toBe(standing);
});

test('an organization whose week cannot be read keeps no other from being judged', async () => {
  const held: string[] = [];
  const warnings: unknown[] = [];
  const reputation = {
    receptionOfWeek: async ({ organizationId }: Context) => {
      if (organizationId === 'large') throw new Error('canceling statement due to statement timeout');
      const week = { sent: 1_000, bounced: 500, complained: 0, clientId: null, domain: 'hive.example' };
      return new Map([['campaign', week]]);
    },
    receptionSince: async () => ({ sent: 0, bounced: 0, complained: 0 }),
    acknowledged: async () => new Map(),
    hold: async ({ organizationId }: Context, id: string, reason: string) =>
      void held.push(`${organizationId} ${id} ${reason}`),
  };
  const sender = (organizationId: string) =>
    ({ reputation, ctx: { organizationId } as Context, id: 'campaign', names: {}, openedAt: 0 }) as never;

  const judging = guardReputation([sender('large'), sender('small')], {
    warn: (about: unknown) => void warnings.push(about),
  });

  await expect(judging).rejects.toThrow('statement timeout');
  expect(held).toEqual(['small campaign bounces']);
  expect(warnings).toContainEqual(expect.objectContaining({ organizationId: 'large' }));
});
