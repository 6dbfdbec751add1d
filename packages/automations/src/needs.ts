import type { Happening } from '@waggle/contracts/automation-document';
import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { nextOf, type Node, type Program } from './program.ts';

/** Something that is looked for in what a person did; `node` is where it counts, null for the automation itself. */
export type AwaitedHappening = { key: string; what: Happening; since: 'entry' | 'arrival'; node: number | null };

/** What may have to be known to walk on from a place. */
export type Needs = {
  /** By the node that asks; `stayRule` is that of the automation. */
  rules: Map<number, RuleGroup>;
  happenings: AwaitedHappening[];
  /** Custom fields that hold a day. */
  fields: string[];
  /** Whether people may be mailed. */
  mail: boolean;
  cap: boolean;
};

/** Where the answer to the filter of the automation stands among those to the rules of nodes. */
export const stayRule = -1;
export const goalKey = 'goal';
export const leaveKey = (at: number): string => `leave-${at}`;
export const nodeKey = (at: number): string => `node-${at}`;

/** What a batch of people at a place may need, so that it can be read for all of them at once. */
export function needsFrom(program: Program, step: number): Needs {
  const needs: Needs = { rules: new Map(), happenings: ofAutomation(program), fields: [], mail: false, cap: false };
  const fields = new Set<string>();
  for (const at of inOneTurn(program, step)) {
    const node = program.nodes[at]!;
    if (node.kind === 'if') needs.rules.set(at, node.rule);
    if (node.kind === 'wait-for' && (at === step || node.since === 'entry'))
      needs.happenings.push({ key: nodeKey(at), what: node.what, since: node.since, node: at });
    if (node.kind === 'wait-until' && node.until.kind === 'field') fields.add(node.until.field);
    if (node.kind !== 'email') continue;
    needs.mail = true;
    if (node.cap === 'obey') needs.cap = true;
    if (program.stay.filter) needs.rules.set(stayRule, program.stay.filter);
  }
  return { ...needs, fields: [...fields] };
}

function ofAutomation({ goal, stay }: Program): AwaitedHappening[] {
  const asked = stay.leaveWhen.map((what, at) => ({ key: leaveKey(at), what, since: 'entry' as const, node: null }));
  return goal?.when ? [...asked, { key: goalKey, what: goal.when, since: 'entry', node: null }] : asked;
}

/** Nodes that one turn from here may come to. A goal may take people further down, where they begin anew after a rest. */
function inOneTurn(program: Program, step: number): Set<number> {
  const seen = new Set<number>();
  const open = [step];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const node = program.nodes[at];
    if (!node || seen.has(at)) continue;
    seen.add(at);
    if (at === step || !alwaysRests(node)) open.push(...nextOf(node));
  }
  return seen;
}

/** Whoever arrives there does not go on in the same turn. */
const alwaysRests = (node: Node): boolean =>
  node.kind === 'wait' ||
  (node.kind === 'wait-for' && node.since === 'arrival') ||
  (node.kind === 'webhook' && node.reply !== null);

/** What people who rest may be woken by; `mailable` is news about whether they may be emailed. */
export type News = Happening['kind'] | 'mailable';

/** What people at a place listen to. */
export function listensTo(program: Program, step: number): Set<News> {
  const node = program.nodes[step];
  return new Set([...heardEverywhere(program), ...(node ? heardAt(node) : [])]);
}

/** What anybody inside may listen to. */
export const allHeard = (program: Program): Set<News> =>
  new Set([...heardEverywhere(program), ...program.nodes.flatMap(heardAt)]);

const heardEverywhere = (program: Program): News[] => ofAutomation(program).map(({ what }) => what.kind);

function heardAt(node: Node): News[] {
  if (node.kind === 'email') return ['mailable'];
  return node.kind === 'wait-for' ? [node.what.kind] : [];
}
