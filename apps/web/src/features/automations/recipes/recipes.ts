import { AutomationDocument, emptyDocument, type Step, type Trigger } from '@waggle/contracts/automation-document';
import { makeLane, type NewId } from '@waggle/automations/make-step';
import { Cake, ClipboardList, QrCode, ShoppingBag, Tag, Users } from 'lucide-react';
import type { Icon } from '#ui/icon.ts';

export const recipeIds = [
  'welcome',
  'nurture',
  'qr',
  'winBack',
  'birthday',
  'review',
  'permission',
  'abandoned',
] as const;
export type RecipeId = (typeof recipeIds)[number];

/** What somebody chooses before the first step; without it the draft has nothing that lets people in. */
export type Need = 'form' | 'tag' | 'segment' | 'code' | 'field' | 'campaign';

/** A step, with the name under which the texts of its email are kept. */
type Written = { emails: Map<string, string>; newId: NewId; goalName: string };

type Recipe = {
  icon: Icon;
  needs: Need | null;
  /** Whether any will do, as any form does. */
  anyWill?: true;
  trigger: (chosen: string | null) => Trigger | null;
  steps: (written: Written) => Step[];
  /** What differs from an empty document. */
  rest?: (steps: readonly Step[], written: Written) => Partial<AutomationDocument>;
};

function email({ emails, newId }: Written, name: string): Step {
  const id = newId();
  emails.set(id, name);
  return { id, kind: 'email', campaignId: null, hours: null, cap: 'obey' };
}

const wait = ({ newId }: Written, amount: number, unit: 'hours' | 'days'): Step => ({
  id: newId(),
  kind: 'wait',
  for: { amount, unit },
});

export const recipes: Record<RecipeId, Recipe> = {
  welcome: {
    icon: ClipboardList,
    needs: 'form',
    anyWill: true,
    trigger: (formId) => ({ kind: 'form.submitted', formId }),
    steps: (written) => [email(written, 'first'), wait(written, 3, 'days'), ordered(written)],
    rest: (_steps, { goalName }) => ({
      goal: AutomationDocument.shape.goal.parse({ name: goalName, when: { kind: 'purchase.made' } }),
    }),
  },
  nurture: {
    icon: Tag,
    needs: 'tag',
    trigger: (tagId) => (tagId === null ? null : { kind: 'tag.added', tagId }),
    steps: (written) => [
      email(written, 'first'),
      wait(written, 3, 'days'),
      email(written, 'second'),
      wait(written, 7, 'days'),
      email(written, 'third'),
    ],
  },
  qr: {
    icon: QrCode,
    needs: 'code',
    anyWill: true,
    trigger: (codeId) => ({ kind: 'qr.scanned', codeId }),
    steps: (written) => [wait(written, 1, 'hours'), email(written, 'first')],
  },
  winBack: {
    icon: Users,
    needs: 'segment',
    trigger: (segmentId) => (segmentId === null ? null : { kind: 'segment.entered', segmentId }),
    steps: (written) => [
      email(written, 'first'),
      wait(written, 14, 'days'),
      email(written, 'second'),
      { id: written.newId(), kind: 'tag', add: [], remove: [] },
    ],
    rest: ([first]) => ({
      stay: { filter: null, leaveWhen: [{ kind: 'email.clicked', of: { step: first!.id } }] },
    }),
  },
  birthday: {
    icon: Cake,
    needs: 'field',
    trigger: (field) => (field === null ? null : { kind: 'date', field, plusDays: 0, time: '09:00', yearly: true }),
    steps: (written) => [email(written, 'first')],
    rest: () => ({ entry: { ...emptyDocument.entry, again: 'after-leaving' } }),
  },
  review: {
    icon: ShoppingBag,
    needs: null,
    trigger: () => ({ kind: 'purchase.made' }),
    steps: (written) => [
      wait(written, 7, 'days'),
      email(written, 'first'),
      wait(written, 5, 'days'),
      email(written, 'second'),
    ],
    rest: (steps) => ({
      entry: { ...emptyDocument.entry, again: 'after-leaving', notWithinDays: 90 },
      stay: { filter: null, leaveWhen: [{ kind: 'email.clicked', of: { step: steps[1]!.id } }] },
    }),
  },
  permission: {
    icon: Users,
    needs: 'segment',
    trigger: (segmentId) => (segmentId === null ? null : { kind: 'segment.entered', segmentId }),
    steps: (written) => [
      email(written, 'first'),
      wait(written, 21, 'days'),
      email(written, 'second'),
      { id: written.newId(), kind: 'leave' },
    ],
    rest: ([first]) => ({
      stay: { filter: null, leaveWhen: [{ kind: 'email.clicked', of: { step: first!.id } }] },
    }),
  },
  abandoned: {
    icon: ClipboardList,
    // Who begins a form is nobody in particular until they send it; who clicks the way to it in an email is known.
    needs: 'campaign',
    trigger: (campaignId) => (campaignId === null ? null : { kind: 'email.clicked', of: { campaignId } }),
    steps: (written) => [wait(written, 1, 'hours'), email(written, 'first')],
    rest: () => ({
      entry: { ...emptyDocument.entry, again: 'after-leaving', notWithinDays: 7 },
      stay: { filter: null, leaveWhen: [{ kind: 'form.submitted', formId: null }] },
    }),
  },
};

/** Who ordered reaches the goal; the others get a second email. */
function ordered(written: Written): Step {
  const { newId } = written;
  return {
    id: newId(),
    kind: 'if',
    rule: { match: 'all', rules: [{ kind: 'activity', activity: 'purchase.made', op: 'did', days: 3, atLeast: 1 }] },
    lanes: [makeLane(newId, '', [{ id: newId(), kind: 'goal' }]), makeLane(newId, '', [email(written, 'second')])],
  };
}

export type MadeRecipe = {
  document: AutomationDocument;
  /** By step, the name of its email among the texts of the recipe. */
  emails: ReadonlyMap<string, string>;
};

type Options = { newId: NewId; goalName: string; chosen: string | null };

/** The document of a recipe, for what was chosen. */
export function makeRecipe(id: RecipeId, { newId, goalName, chosen }: Options): MadeRecipe {
  const recipe = recipes[id];
  const written: Written = { emails: new Map(), newId, goalName };
  const trigger = recipe.trigger(chosen);
  const steps = recipe.steps(written);
  const document = { ...emptyDocument, triggers: trigger ? [trigger] : [], steps, ...recipe.rest?.(steps, written) };
  return { document, emails: written.emails };
}
