import type { Condition, RuleGroup } from '@waggle/contracts/contact-rules';
import { conditionsOf } from '../rules/tree.ts';

/** Whether people enter or leave without a line in their timeline that is listened to: days pass, an email was sent to them, or an automation led them on. */
export const changesByItself = (rules: RuleGroup): boolean => conditionsOf(rules).some(isOfTime);

function isOfTime(condition: Condition): boolean {
  switch (condition.kind) {
    case 'date':
      return condition.op === 'inLast' || condition.op === 'notInLast';
    case 'activity':
    case 'campaign':
    case 'automation':
      return true;
    case 'form':
      return condition.days !== undefined;
    default:
      return false;
  }
}
