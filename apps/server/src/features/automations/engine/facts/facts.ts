import { judge, type Judged } from '@waggle/automations/judged';
import { type Needs, needsFrom } from '@waggle/automations/needs';
import type { Program } from '@waggle/automations/program';
import type { Facts } from '@waggle/automations/walk';
import { zoneFor } from '@waggle/automations/zone-for';
import { findPresent, findReachable, judgeRules } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import { findUnsound } from '../../live/sound-rules.ts';
import type { Engine } from '../ports.ts';
import type { ClaimedRun } from '../queries.ts';
import { findHappened } from './happenings.ts';
import { zoneOf } from './zone-of.ts';

/** People who stand at one place. */
export type Standing = { program: Program; step: number; runs: ClaimedRun[] };

/** What a place asks for is the same for everybody there. */
const needsOf = new WeakMap<Program, Map<number, Needs>>();
function needsAt(program: Program, step: number): Needs {
  const known = needsOf.get(program) ?? new Map<number, Needs>();
  needsOf.set(program, known);
  const found = known.get(step) ?? needsFrom(program, step);
  known.set(step, found);
  return found;
}

/** With whose they are now. */
type Contacts = Map<string, { clientId: string | null; known: NonNullable<Facts['contact']> }>;

/** What has to be known of each run, by its id: one statement for each kind of question, whatever the number of people. */
export async function loadFacts(
  engine: Engine,
  ctx: Context,
  standing: readonly Standing[],
): Promise<Map<string, Facts>> {
  const asked = standing.map((each) => ({ ...each, needs: needsAt(each.program, each.step) }));
  const contacts = await findContacts(ctx, asked);
  const capped = asked.filter(({ needs }) => needs.cap).flatMap(({ runs }) => contactsOf(runs));
  const freeAt = capped.length > 0 ? await engine.capFreeAt(ctx, capped) : null;
  const facts = new Map<string, Facts>();
  for (const { runs, needs } of asked) {
    const rules = await findRules(ctx, needs, runs);
    const gone = await findGone(ctx, needs);
    const happened = needs.happenings.length > 0 ? await findHappened(ctx, runs, needs.happenings) : undefined;
    for (const { id, contactId, clientId } of runs)
      facts.set(id, {
        contact: ofClient(contacts, contactId, clientId),
        rules: rules.get(contactId) ?? noRules,
        gone,
        happened: happened?.get(id) ?? nothing,
        limit: freeAt && needs.cap ? { freeAt: freeAt.get(contactId)?.getTime() ?? null } : null,
      });
  }
  return facts;
}

/** One who was moved to another client is gone for this one: nothing of theirs may be changed or mailed from here. */
function ofClient(contacts: Contacts, contactId: string, clientId: string | null): Facts['contact'] {
  const found = contacts.get(contactId);
  return found?.clientId === clientId ? found.known : null;
}

const noRules: Facts['rules'] = new Map();
const nothing: Facts['happened'] = new Map();
const contactsOf = (runs: readonly ClaimedRun[]): string[] => runs.map(({ contactId }) => contactId);

type Asked = { runs: readonly ClaimedRun[]; needs: Needs };

async function findContacts(ctx: Context, asked: readonly Asked[]): Promise<Contacts> {
  const ofOrganization = await zoneOf(ctx);
  const isDeep = ({ needs }: Asked): boolean => needs.mail || needs.fields.length > 0;
  const deep = asked.filter(isDeep).flatMap(({ runs }) => contactsOf(runs));
  const plain = asked.filter((each) => !isDeep(each)).flatMap(({ runs }) => contactsOf(runs));
  const contacts: Contacts = new Map();
  if (plain.length > 0) {
    const rest = { hasAddress: false, unmailable: 'not-asked', pausedUntil: null, fields: {} };
    for (const { id, clientId, timeZone } of await findPresent(ctx, plain))
      contacts.set(id, { clientId, known: { ...rest, zone: zoneFor(timeZone, ofOrganization) } });
  }
  if (deep.length > 0)
    for (const { id, clientId, timeZone, hasAddress, unmailable, pausedUntil, attributes } of await findReachable(
      ctx,
      deep,
    )) {
      const zone = zoneFor(timeZone, ofOrganization);
      const known = { zone, hasAddress, unmailable, pausedUntil: pausedUntil?.getTime() ?? null, fields: attributes };
      contacts.set(id, { clientId, known });
    }
  return contacts;
}

async function findRules(
  ctx: Context,
  { rules }: Needs,
  runs: readonly ClaimedRun[],
): Promise<Map<string, ReadonlyMap<number, Judged>>> {
  if (rules.size === 0) return new Map();
  const asked = [...rules];
  const answers = await judgeRules(ctx, [...rules.values()], contactsOf(runs));
  return new Map(
    [...answers].map(([id, conditions]) => [
      id,
      new Map(asked.map(([node, rule], at) => [node, judge(rule, conditions[at]!)])),
    ]),
  );
}

/** The nodes that ask them. */
async function findGone(ctx: Context, { rules }: Needs): Promise<ReadonlySet<number>> {
  const unsound = rules.size > 0 ? await findUnsound(ctx, [...rules.values()]) : new Set();
  return new Set([...rules].flatMap(([node, rule]) => (unsound.has(rule) ? [node] : [])));
}
