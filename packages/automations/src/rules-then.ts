import type { Condition, RuleGroup } from '@waggle/contracts/contact-rules';
import { conditionsOf, judge, type Judged, type JudgedCondition } from './judged.ts';
import type { PastLine, PastPerson } from './past-person.ts';

const day = 86_400_000;

/** A person at a moment of a replay. */
export type Moment = Pick<PastPerson, 'createdAt' | 'lastActivityAt' | 'submissions'> & {
  now: number;
  /** Up to now. */
  lines: readonly PastLine[];
  tags: ReadonlySet<string>;
  /** Forms that are there today, of those that are asked about. */
  forms: ReadonlySet<string>;
  today(condition: Condition): JudgedCondition;
};

/**
 * Whether a rule held then: what was recorded as of that moment, everything else as of today. The database says the same of today's
 * rows in `contacts/segments/rules`; a test holds both against each other.
 */
export const judgeThen = (rule: RuleGroup, moment: Moment): Judged =>
  judge(
    rule,
    conditionsOf(rule).map((condition) => judgeCondition(condition, moment)),
  );

function judgeCondition(condition: Condition, moment: Moment): JudgedCondition {
  if (!isRecorded(condition)) return moment.today(condition);
  const isAge = condition.kind === 'date' && condition.field === 'createdAt';
  return {
    holds: conditionHeld(condition, moment),
    found: isAge ? new Date(moment.createdAt).toISOString() : null,
  };
}

/** Whether a condition is answered from what was recorded, and not by today's rows. */
export const isRecorded = (condition: Condition): boolean =>
  condition.kind === 'tag' ||
  condition.kind === 'activity' ||
  condition.kind === 'campaign' ||
  condition.kind === 'form' ||
  (condition.kind === 'date' && condition.days !== undefined);

function conditionHeld(condition: Condition, moment: Moment): boolean {
  switch (condition.kind) {
    case 'tag':
      return tagsHeld(condition, moment);
    case 'activity': {
      const times = count(moment, condition.activity, (line) => line.at >= moment.now - condition.days * day);
      return times >= condition.atLeast === (condition.op === 'did');
    }
    case 'campaign':
      return campaignHeld(condition, moment);
    case 'form':
      return formHeld(condition, moment);
    case 'date': {
      const at = condition.field === 'createdAt' ? moment.createdAt : moment.lastActivityAt;
      return at >= moment.now - (condition.days ?? 0) * day === (condition.op === 'inLast');
    }
    default:
      return moment.today(condition).holds;
  }
}

type Of<Kind extends Condition['kind']> = Extract<Condition, { kind: Kind }>;

const count = ({ lines }: Moment, type: string, fits: (line: PastLine) => boolean): number =>
  lines.reduce((sum, line) => (line.type === type && fits(line) ? sum + 1 : sum), 0);

function tagsHeld({ op, tagIds }: Of<'tag'>, { tags }: Moment): boolean {
  const has = (id: string): boolean => tags.has(id.toLowerCase());
  if (op === 'hasAllOf') return tagIds.every(has);
  return tagIds.some(has) === (op === 'hasAnyOf');
}

function campaignHeld({ op, campaignId, days = 0 }: Of<'campaign'>, moment: Moment): boolean {
  const has = (type: string): boolean =>
    count(moment, type, ({ at, refId }) =>
      campaignId === null ? at >= moment.now - days * day : refId === campaignId.toLowerCase(),
    ) > 0;
  switch (op) {
    case 'wasSent':
      return has('email.sent');
    case 'wasNotSent':
      return !has('email.sent');
    case 'opened':
      return has('email.opened');
    case 'didNotOpen':
      return has('email.sent') && !has('email.opened');
    case 'clicked':
      return has('email.clicked');
    case 'didNotClick':
      return has('email.sent') && !has('email.clicked');
    default:
      return has('email.bounced');
  }
}

/** Who did not submit a form that is gone is nobody. */
function formHeld({ op, formId, days }: Of<'form'>, { now, submissions, forms }: Moment): boolean {
  const asked = formId?.toLowerCase() ?? null;
  const has = submissions.some(
    ({ formId: id, at }) =>
      at <= now && (asked === null || id === asked) && (days === undefined || at >= now - days * day),
  );
  if (op === 'submitted') return has;
  return !has && (asked === null || forms.has(asked));
}
