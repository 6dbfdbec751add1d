import { type Step, stepsOf } from '@waggle/contracts/automation-document';
import type { NewId } from './make-step.ts';

/** The same with ids of its own. Emails are written once and belong to one step: the copy's is still to be written. */
export function copyStep(step: Step, newId: NewId): Step {
  const ids = new Map([...stepsOf([step])].map(({ id }) => [id, newId()]));
  const copy = (one: Step): Step => {
    const id = ids.get(one.id)!;
    if (one.kind === 'email') return { ...one, id, campaignId: null };
    if (!('lanes' in one)) return { ...one, id };
    const lanes = one.lanes.map((lane) => ({ ...lane, id: newId(), steps: lane.steps.map(copy) }));
    return one.kind === 'wait-for' ? { ...one, id, lanes, what: withCopied(one.what, ids) } : { ...one, id, lanes };
  };
  return copy(step);
}

type What = Extract<Step, { kind: 'wait-for' }>['what'];

/** What waits for an email of the copied part waits for its copy. */
function withCopied(what: What, ids: ReadonlyMap<string, string>): What {
  if (!('of' in what) || !what.of || !('step' in what.of)) return what;
  return { ...what, of: { step: ids.get(what.of.step) ?? what.of.step } };
}
