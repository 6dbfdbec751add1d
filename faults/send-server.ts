// Faults of the mail server: refusals, silence, broken lines.
import type { Ruling } from '../apps/server/test/sending/fake-smtp.ts';
import type { Row } from './send-invariants.ts';
import type { Fault } from './send-play.ts';

const numberOf = (address: string): number => Number(/^p(\d+)@/.exec(address)?.[1]);
const among = (rows: Row[], pick: (number: number) => boolean) =>
  rows.filter(({ email }) => pick(numberOf(email ?? '')));
const allAre = (what: string, rows: Row[], state: string): string[] =>
  rows.every((row) => row.state === state) ? [] : [`${what} are not all ${state}`];
/** Those in doubt are exactly those whose line was cut. */
const exactly = (rows: Row[], isCut: (number: number) => boolean): string[] => [
  ...allAre('the cut ones', among(rows, isCut), 'uncertain'),
  ...allAre(
    'the others',
    among(rows, (number) => !isCut(number)),
    'accepted',
  ),
];

export const serverFaults: Fault[] = [greylisting(), refusals(), ...brokenLines()];

function greylisting(): Fault {
  let opensAt = 0;
  const known = new Set<string>();
  return {
    name: 'F13 421 at connect, then greylisting',
    timeFlies: true,
    rulings() {
      opensAt = Date.now() + 2_000;
      known.clear();
      return {
        connect: () => (Date.now() < opensAt ? [421, '4.3.2 not now'] : undefined),
        recipient: (address) => (known.has(address) ? undefined : (known.add(address), [450, '4.2.0 greylisted'])),
      };
    },
    expect: (_, rows) => [
      ...allAre('all', rows, 'accepted'),
      ...(rows.some(({ attempts }) => attempts > 8) ? ['somebody was tried more than 8 times'] : []),
    ],
  };
}

function refusals(): Fault {
  const seen = new Map<string, number>();
  return {
    name: 'F18 552, 550 and 450 at RCPT',
    timeFlies: true,
    rulings() {
      seen.clear();
      return {
        recipient(address) {
          const tries = (seen.get(address) ?? 0) + 1;
          seen.set(address, tries);
          const at = numberOf(address) % 100;
          if (at === 0) return [552, '5.2.2 full'];
          if (at <= 2) return [550, '5.1.1 unknown'];
          return at <= 7 && tries === 1 ? [450, '4.2.1 later'] : undefined;
        },
      };
    },
    async expect({ harness, organizationId }, rows) {
      const again = [...seen].filter(([address, tries]) => tries > 1 && numberOf(address) % 100 <= 2);
      const { rows: suppressed } = await harness.owner.query<{ email: string; times: number }>(
        `select c.email, (select count(*)::int from suppressions s where s.organization_id = c.organization_id) as times
         from contacts c where c.organization_id = $1 and c.status = 'bounced'`,
        [organizationId],
      );
      return [
        ...allAre(
          'those refused for ever',
          among(rows, (number) => number % 100 <= 2),
          'failed',
        ),
        ...allAre(
          'the others',
          among(rows, (number) => number % 100 > 2),
          'accepted',
        ),
        ...(again.length > 0 ? ['somebody refused for ever was tried again'] : []),
        ...(suppressed.length === 10 && suppressed[0]?.times === 10
          ? []
          : [`${suppressed.length} are marked as bounced, ${suppressed[0]?.times} suppressed`]),
      ];
    },
  };
}

function brokenLines(): Fault[] {
  const silent = (number: number) => number % 125 === 1;
  const cut = (number: number) => number % 50 === 1;
  const ruleBy = (isHit: (number: number) => boolean, ruling: (number: number) => Ruling) => ({
    message: (to: string) => (isHit(numberOf(to)) ? ruling(numberOf(to)) : ('accept' as const)),
  });
  return [
    {
      name: 'F16 silence after the dot',
      uncertain: 4,
      rulings: () => ruleBy(silent, () => 'keep-and-stay-silent'),
      expect: (_, rows) => exactly(rows, silent),
    },
    {
      name: 'F17 reset after the dot',
      uncertain: 10,
      rulings: () => ruleBy(cut, (number) => (number % 100 === 1 ? 'keep-and-hang-up' : 'drop-and-hang-up')),
      expect: (_, rows) => exactly(rows, cut),
    },
    {
      name: 'F42 the server closes each line after 7 mails',
      timeFlies: true,
      rulings: () => ({ mailsOnOneLine: 7 }),
      expect: (_, rows) => allAre('all', rows, 'accepted'),
    },
  ];
}
