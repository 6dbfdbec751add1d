import type { Facts, Run, Turn } from './walk.ts';

type Walked = {
  run: Pick<Run, 'contactId' | 'enteredAt' | 'pass'>;
  facts: Pick<Facts, 'limit'>;
  turn: Pick<Turn, 'effects'>;
};

const isEmailing = ({ turn }: Walked): boolean => turn.effects.some(({ kind }) => kind === 'email');
const inOrder = ({ run: one }: Walked, { run: other }: Walked): number =>
  one.enteredAt - other.enteredAt || one.pass - other.pass;

/**
 * Who is inside more than once and due at the same moment gets one email of it where there is a limit. The others do nothing and stay
 * due: the next turn knows of the email. Whoever entered first comes first.
 */
export function putOff<Each extends Walked>(walked: readonly Each[]): Set<Each> {
  const later = new Set<Each>();
  if (walked.every(({ facts }) => facts.limit === null)) return later;
  for (const ofContact of Map.groupBy(walked.filter(isEmailing), ({ run }) => run.contactId).values())
    for (const each of ofContact.toSorted(inOrder).slice(1)) if (each.facts.limit !== null) later.add(each);
  return later;
}
