import { type Fact, hardBounce, inOrder } from './fact.ts';
import { machineEvidence } from './scanners.ts';

/** The links of a campaign. */
export type Links = { regular: number; traps: ReadonlySet<number> };

/** Everything that follows from the facts of one mail, in whatever order they were told. */
export type Story = {
  facts: Fact[];
  deliveredAt: number | null;
  openedAt: number | null;
  clickedAt: number | null;
  bouncedAt: number | null;
  complainedAt: number | null;
  /** Null again once the person has taken it back. */
  unsubscribedAt: number | null;
  bouncedHard: boolean;
  /** Opened or clicked, as far as known, by machines alone. */
  machineOpened: boolean;
  machineClicked: boolean;
  /** The mail left: somebody who can only have it from the mail says so. */
  arrived: boolean;
};

/** Milliseconds in which a person may take an opt-out back through the link that made it. Saying it again begins no new time. */
export const undoMs = 86_400_000;

export function storyOf(told: readonly Fact[], links: Links): Story {
  const facts = markFirsts(relabel([...told].sort(inOrder), links));
  const first = (kind: Fact['kind']) => facts.find((fact) => fact.kind === kind && fact.isFirst)?.happenedAt ?? null;
  const onlyMachines = (kind: Fact['kind']) => first(kind) === null && facts.some((fact) => fact.kind === kind);
  return {
    facts,
    deliveredAt: first('delivered'),
    openedAt: first('opened'),
    clickedAt: first('clicked'),
    bouncedAt: first('bounced'),
    complainedAt: first('complained'),
    unsubscribedAt: standingOptOut(facts),
    bouncedHard: facts.some(({ kind, reason }) => kind === 'bounced' && reason === hardBounce),
    machineOpened: onlyMachines('opened'),
    machineClicked: onlyMachines('clicked'),
    arrived: facts.some(({ kind }) => kind !== 'deferred'),
  };
}

/** What shows a machine, shows it for what that machine did before as well. The event itself stays, with the reason. */
function relabel(facts: readonly Fact[], links: Links): Fact[] {
  const isMachine = machineEvidence(facts, links);
  return facts.map((fact) => {
    const reason = isMachine(fact);
    return reason === null ? fact : { ...fact, label: 'machine', reason };
  });
}

const byPeople = new Set<Fact['kind']>(['opened', 'clicked']);

function markFirsts(facts: readonly Fact[]): Fact[] {
  const seen = new Set<string>();
  return facts.map((fact) => {
    const counts = !byPeople.has(fact.kind) || fact.label === 'human';
    const key = `${fact.kind} ${fact.linkNo ?? ''}`;
    const isFirst = counts && !seen.has(key);
    if (isFirst) seen.add(key);
    return isFirst === fact.isFirst ? fact : { ...fact, isFirst };
  });
}

function standingOptOut(facts: readonly Fact[]): number | null {
  let since: number | null = null;
  for (const { kind, happenedAt } of facts) {
    if (kind === 'unsubscribed') since ??= happenedAt;
    if (kind === 'resubscribed' && since !== null && happenedAt - since <= undoMs) since = null;
  }
  return since;
}
