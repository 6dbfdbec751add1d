import { type AutomationDocument, emptyDocument, type Step } from '@waggle/contracts/automation-document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile } from './compile.ts';
import { needsFrom } from './needs.ts';
import { codeOf, outcomeOf } from './outcomes.ts';
import type { Program } from './program.ts';
import { randomDocument } from './any-program.fixture.ts';
import { type Effect, type Facts, mostNodes, type Run, type Turn, walk } from './walk.ts';

const start = Date.parse('2026-03-27T10:00:00Z');
const hour = 3_600_000;
const run: Run = {
  id: 'run',
  organizationId: 'organization',
  automationId: 'automation',
  clientId: null,
  contactId: 'contact',
  step: 0,
  seq: 0,
  pass: 1,
  depth: 0,
  enteredAt: start,
  arrivedAt: start,
  deadline: null,
  memory: null,
};
const contact = { zone: 'Europe/Berlin', hasAddress: true, unmailable: null, pausedUntil: null, fields: {} };
const facts: Facts = { contact, rules: new Map(), happened: new Map(), limit: null };

/** Answers made up from a number, the same for the same question; nothing is said that was not asked for. */
function answered(program: Program, at: Run, seed: number, now: number): Facts {
  const needs = needsFrom(program, at.step);
  const bit = (number: number): boolean => ((seed >>> (number % 31)) & 1) === 1;
  return {
    contact: {
      ...contact,
      unmailable: bit(8) && now < start + 200 * hour ? 'unconfirmed' : null,
      pausedUntil: bit(9) ? start + 100 * hour : null,
      fields: { birthday: bit(3) ? '2026-04-02' : undefined },
    },
    rules: new Map([...needs.rules.keys()].map((node) => [node, { holds: node === -1 || bit(node), conditions: [] }])),
    happened: new Map(
      needs.happenings
        .filter(({ node }) => node !== null && bit(node + 1))
        .map(({ key, since }) => [key, (since === 'entry' ? at.enteredAt : at.arrivedAt) + hour])
        .filter((entry): entry is [string, number] => (entry[1] as number) <= now),
    ),
    limit: needs.cap && bit(6) ? { freeAt: bit(7) ? start + 30 * hour : null } : null,
  };
}

function after(at: Run, { nodes, next, memory }: Turn): Run | null {
  if ('end' in next) return null;
  return { ...at, ...next, memory, seq: at.seq + (nodes.length > 0 ? 1 : 0) };
}

/** The whole way of one person; wakes them `early` so many times before each rest is over. */
function journey(
  program: Program,
  seed: number,
  { early = 0, happened = true } = {},
): { turns: Turn[]; effects: Effect[] } {
  const turns: Turn[] = [];
  let at: Run | null = run;
  let now = start;
  for (let rounds = 0; at; rounds += 1) {
    if (rounds > 2_000) throw new Error('This way has no end.');
    const known = answered(program, at, seed, now);
    const turn: Turn = walk(program, at, happened ? known : { ...known, happened: new Map() }, now);
    turns.push(turn);
    at = after(at, turn);
    if ('end' in turn.next) break;
    const { wakeAt } = turn.next;
    now = early > 0 && rounds % (early + 1) !== early ? now + Math.floor((wakeAt - now) / 2) : Math.max(now, wakeAt);
    if (wakeAt - now < 1_000) now = Math.max(now, wakeAt);
  }
  return { turns, effects: turns.flatMap(({ effects }) => effects) };
}

const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 });

test('every walk ends, passes each step at most once, and never more than fifty in a turn', () => {
  fc.assert(
    fc.property(randomDocument, seed, (document, answers) => {
      const { turns } = journey(compile(document), answers);

      const passed = turns.flatMap(({ nodes, outcomes }) => nodes.filter((_, at) => outcomes[at] !== codeOf('rested')));
      expect(new Set(passed).size).toBe(passed.length);
      for (const { nodes } of turns) expect(nodes.length).toBeLessThanOrEqual(mostNodes + 2);
      expect(turns.filter(({ next }) => 'end' in next)).toHaveLength(1);
    }),
    { numRuns: 300 },
  );
});

test('the same answers lead the same way', () => {
  fc.assert(
    fc.property(randomDocument, seed, (document, answers) => {
      const program = compile(document);
      expect(journey(program, answers)).toEqual(journey(program, answers));
      // As it is read from the database.
      expect(journey(JSON.parse(JSON.stringify(program)) as Program, answers).effects).toEqual(
        journey(program, answers).effects,
      );
    }),
  );
});

test('somebody who is woken before the time goes the same way as somebody who is not', () => {
  fc.assert(
    fc.property(randomDocument, seed, (document, answers) => {
      // What happens while somebody rests is meant to change the way.
      const program = compile({ ...document, goal: null, stay: { filter: null, leaveWhen: [] } });
      const way = ({ turns }: { turns: Turn[] }) =>
        turns.flatMap(({ nodes, outcomes }) => nodes.map((node, at) => `${node} ${outcomeOf(outcomes[at]!)}`));

      const calm = journey(program, answers, { happened: false });
      const disturbed = journey(program, answers, { happened: false, early: 2 });

      expect(way(disturbed).filter((line) => !line.endsWith('rested'))).toEqual(
        way(calm).filter((line) => !line.endsWith('rested')),
      );
      expect(disturbed.effects.map(({ stepId, kind }) => `${kind} ${stepId}`)).toEqual(
        calm.effects.map(({ stepId, kind }) => `${kind} ${stepId}`),
      );
    }),
  );
});

test('nobody is sent an email who opted out, whatever the way', () => {
  fc.assert(
    fc.property(randomDocument, seed, (document, answers) => {
      const program = compile(document);
      let at: Run | null = run;
      let now = start;
      while (at) {
        const known = answered(program, at, answers, now);
        const turn: Turn = walk(program, at, { ...known, contact: { ...contact, unmailable: 'unsubscribed' } }, now);
        expect(turn.effects.filter(({ kind }) => kind === 'email')).toEqual([]);
        if ('end' in turn.next) break;
        now = Math.max(now, turn.next.wakeAt);
        at = after(at, turn);
      }
    }),
  );
});

const wait = (id: string): Step => ({ id, kind: 'wait', for: { amount: 1, unit: 'days' } });
const email = (id: string): Step => ({ id, kind: 'email', campaignId: null, hours: null, cap: 'obey' });
const programOf = (steps: Step[], more: Partial<AutomationDocument> = {}) =>
  compile({ ...emptyDocument, ...more, steps });
const said = ({ nodes, outcomes }: Turn) => nodes.map((node, at) => `${node} ${outcomeOf(outcomes[at]!)}`);

test('a wait keeps its end when somebody is woken early', () => {
  const program = programOf([wait('waitaxxx')]);
  const first = walk(program, run, facts, start);
  const rest = after(run, first)!;

  const early = walk(program, rest, facts, start + hour);

  expect(first.next).toEqual({ step: 0, wakeAt: start + 24 * hour, deadline: start + 24 * hour, arrivedAt: start });
  expect(early).toMatchObject({ nodes: [], next: first.next });
  expect(said(walk(program, rest, facts, start + 24 * hour))).toEqual(['0 done', '1 completed']);
});

const named = { kind: 'text', field: 'lastName', op: 'is', value: 'Stone' } as const;
const lost = { holds: false, found: null };
const judgedAs = (...conditions: { holds: boolean; found: string | null }[]) => ({
  holds: conditions.every(({ holds }) => holds),
  conditions,
});

test('who does not fit any more leaves before an email, and who is deleted leaves everywhere', () => {
  const program = programOf([wait('waitaxxx'), email('emailxxx')], {
    stay: { filter: { match: 'all', rules: [named, named] }, leaveWhen: [] },
  });
  const kept = { holds: true, found: 'Stone' };
  const rest = { ...after(run, walk(program, run, facts, start))!, deadline: start };

  const left = walk(program, rest, { ...facts, rules: new Map([[-1, judgedAs(kept, lost)]]) }, start);
  const stayed = walk(program, rest, { ...facts, rules: new Map([[-1, judgedAs(kept, kept)]]) }, start);
  const gone = walk(program, rest, { ...facts, contact: null }, start);

  expect(left).toMatchObject({ effects: [], next: { end: 'filter', step: 1 } });
  expect(left.seen).toEqual({ 1: { c: '10', v: { 0: 'Stone' } } });
  expect(stayed.seen).toBeNull();
  expect(gone.next).toEqual({ end: 'deleted', step: 0 });
});

test('an email waits for its hours, then for the limit of emails, and is skipped when that takes too long', () => {
  const hours = { from: '09:00', to: '17:00', days: [1, 2, 3, 4, 5] };
  const program = programOf([email('emailxxx')], { hours });
  const monday = Date.parse('2026-03-30T07:00:00Z');
  const saturday = start + 24 * hour;

  const closed = walk(program, run, facts, saturday);
  const rest = after(run, closed)!;
  const capped = walk(program, rest, { ...facts, limit: { freeAt: monday + hour } }, monday);
  const still = walk(program, { ...rest, deadline: monday }, { ...facts, limit: { freeAt: monday + hour } }, monday);

  expect(closed.next).toMatchObject({ wakeAt: monday, deadline: null });
  expect(closed.seen).toEqual({ 0: { opensAt: new Date(monday).toISOString() } });
  expect(said(capped)).toEqual(['0 rested']);
  expect(capped.seen).toEqual({ 0: { freeAt: new Date(monday + hour).toISOString() } });
  expect(capped.next).toMatchObject({ wakeAt: monday + hour, deadline: monday + 72 * hour });
  expect(said(still)).toEqual(['0 capped', '1 completed']);
  expect(walk(program, rest, facts, monday).effects).toMatchObject([{ kind: 'email', stepId: 'emailxxx', pass: 1 }]);
});

const bought = { kind: 'purchase.made' } as const;
const waitFor: Step = {
  id: 'waitforx',
  kind: 'wait-for',
  what: bought,
  since: 'arrival',
  atMost: { amount: 2, unit: 'hours' },
  lanes: [
    { id: 'laneaxxx', name: '', weight: 1, steps: [email('thanksxx')] },
    { id: 'lanebxxx', name: '', weight: 1, steps: [] },
  ],
};

test('what happened before the deadline counts although the turn comes late, and what came after it does not', () => {
  const program = programOf([waitFor]);
  const rest = after(run, walk(program, run, facts, start))!;
  const at = (moment: number) => ({ ...facts, happened: new Map([['node-0', moment]]) });

  expect(said(walk(program, rest, at(start + hour), start + 9 * hour))[0]).toBe('0 happened');
  expect(said(walk(program, rest, at(start + 3 * hour), start + 9 * hour))[0]).toBe('0 late');
  expect(walk(program, rest, facts, start + hour)).toMatchObject({ nodes: [], next: { wakeAt: start + 2 * hour } });
});

test('what happened since the entry lets somebody pass at once; what happened before they arrived otherwise does not', () => {
  const before = { ...facts, happened: new Map([['node-0', start + 1]]) };

  expect(said(walk(programOf([{ ...waitFor, since: 'entry' }]), run, before, start + hour))[0]).toBe('0 happened');
  expect(said(walk(programOf([waitFor]), run, before, start + hour))).toEqual(['0 rested']);
});

test('the goal ends the way, or leads below the next goal step, once', () => {
  const steps: Step[] = [
    wait('waitaxxx'),
    { id: 'goalaxxx', kind: 'goal' },
    wait('waitbxxx'),
    { id: 'goalbxxx', kind: 'goal' },
  ];
  // oxlint-disable-next-line unicorn/no-thenable -- a word of the document
  const goal = { name: '', when: bought, reached: 'leave' as const };
  const reached = { ...facts, happened: new Map([['goal', start + hour]]) };
  const leaving = programOf(steps, { goal });
  // oxlint-disable-next-line unicorn/no-thenable -- a word of the document
  const jumping = programOf(steps, { goal: { ...goal, reached: 'jump' } });
  const rest = after(run, walk(jumping, run, facts, start))!;

  const jumped = walk(jumping, rest, reached, start + 2 * hour);

  expect(walk(leaving, rest, reached, start + 2 * hour).next).toEqual({ end: 'goal', step: 0 });
  expect(said(jumped)).toEqual(['1 goal', '2 rested']);
  expect(walk(jumping, after(rest, jumped)!, reached, start + 3 * hour).nodes).toEqual([]);
});

test('a step that changes the person is seen by the rule below it', () => {
  const tag: Step = { id: 'tagxxxxx', kind: 'tag', add: ['a'], remove: [] };
  const lane = (id: string) => ({ id, name: '', weight: 1, steps: [] });
  const fork: Step = {
    id: 'ifxxxxxx',
    kind: 'if',
    rule: { match: 'all', rules: [] },
    lanes: [lane('laneaxxx'), lane('lanebxxx')],
  };
  const program = programOf([tag, fork]);

  const first = walk(program, run, facts, start);
  const second = walk(
    program,
    after(run, first)!,
    { ...facts, rules: new Map([[1, { holds: true, conditions: [] }]]) },
    start,
  );

  expect(first.next).toMatchObject({ step: 1, wakeAt: start });
  expect(said(second)).toEqual(['1 yes', '2 completed']);
});

test('a webhook waits for its answer and goes on without one in the end', () => {
  const webhook: Step = {
    id: 'webhookx',
    kind: 'webhook',
    url: 'https://example.com',
    reply: { atMost: { amount: 1, unit: 'hours' } },
  };
  const program = programOf([webhook]);
  const asked = walk(program, run, facts, start);
  const rest = after(run, asked)!;

  expect(asked.effects).toMatchObject([{ kind: 'webhook', seq: 1, reply: true }]);
  expect(rest.seq).toBe(1);
  expect(said(walk(program, { ...rest, memory: { webhookx: { status: 200 } } }, facts, start + 1))[0]).toBe(
    '0 answered',
  );
  expect(said(walk(program, rest, facts, start + hour))[0]).toBe('0 unanswered');
});

test('after fifty steps somebody rests for a moment', () => {
  const steps = Array.from({ length: 80 }, (_, at): Step => ({
    id: `notify${String.fromCharCode(97 + Math.floor(at / 26))}${String.fromCharCode(97 + (at % 26))}`,
    kind: 'notify',
    memberId: null,
    text: '',
  }));
  const program = programOf(steps);

  const first = walk(program, run, facts, start);

  expect(first.next).toEqual({ step: 50, wakeAt: start, deadline: null, arrivedAt: start });
  expect(walk(program, after(run, first)!, facts, start).effects).toHaveLength(30);
});

test('who has yet to confirm waits at the email until they do, and leaves when the link works no more', () => {
  const program = programOf([email('emailxxx')]);
  const unconfirmed = { ...facts, contact: { ...contact, unmailable: 'unconfirmed' } };
  const until = start + 30 * 24 * hour;

  const first = walk(program, run, unconfirmed, start);
  const rest = after(run, first)!;
  const woken = walk(program, rest, unconfirmed, start + hour);
  const late = walk(program, rest, unconfirmed, until);
  const confirmed = walk(program, rest, facts, start + hour);
  const capped = walk(program, rest, { ...facts, limit: { freeAt: until } }, until - hour);

  expect(first).toMatchObject({ next: { step: 0, wakeAt: until, deadline: null }, effects: [] });
  expect(first.seen).toEqual({ 0: { reason: 'unconfirmed', until: new Date(until).toISOString() } });
  expect(said(first)).toEqual(['0 rested']);
  expect(woken).toMatchObject({ nodes: [], next: first.next });
  expect([said(late), late.seen]).toEqual([['0 unsubscribed'], { 0: { reason: 'unconfirmed' } }]);
  expect([said(confirmed), confirmed.memory]).toEqual([['0 sent', '1 completed'], null]);
  // The limit has its own three days, however long they waited before.
  expect(capped.next).toMatchObject({ wakeAt: until });
});

test('who takes a break waits until it ends, and leaves when one follows the other', () => {
  const program = programOf([wait('waitaxxx'), email('emailxxx')]);
  const end = start + 100 * hour;
  const onBreak = (until: number): Facts => ({ ...facts, contact: { ...contact, pausedUntil: until } });
  const waited = { ...after(run, walk(program, run, facts, start))!, deadline: start };

  const first = walk(program, waited, onBreak(end), start);
  const rest = { ...after(waited, first)!, memory: { ...first.memory, waitaxxx: 1 } };
  const optedOut = walk(program, rest, { ...facts, contact: { ...contact, unmailable: 'unsubscribed' } }, start);
  const over = walk(program, rest, onBreak(end), end);
  const endless = walk(program, rest, onBreak(start + 9_000 * hour), start + 181 * 24 * hour);

  expect(first).toMatchObject({ next: { step: 1, wakeAt: end, deadline: null }, effects: [] });
  expect(first.seen).toEqual({ 1: { reason: 'paused', until: new Date(end).toISOString() } });
  expect(optedOut.next).toEqual({ end: 'unsubscribed', step: 1 });
  expect([said(over), over.memory]).toEqual([['1 sent', '2 completed'], { waitaxxx: 1 }]);
  expect([said(endless), endless.seen]).toEqual([['1 unsubscribed'], { 1: { reason: 'paused' } }]);
});

test('an email right after another one is decided by the next turn, where there is a limit', () => {
  const program = programOf([email('emailaxx'), email('emailbxx')]);
  const limited = (freeAt: number | null): Facts => ({ ...facts, limit: { freeAt } });

  const first = walk(program, run, limited(null), start);
  const second = walk(program, after(run, first)!, limited(start + 9_000 * hour), start);

  expect([said(first), first.next]).toMatchObject([['0 sent', '1 rested'], { step: 1, wakeAt: start }]);
  expect(said(second)).toEqual(['1 capped', '2 completed']);
  expect(said(walk(program, run, facts, start))).toEqual(['0 sent', '1 sent', '2 completed']);
});
