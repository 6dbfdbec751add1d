import { stepsOf } from '@waggle/contracts/automation-document';
import type { BackTestResult } from '@waggle/contracts/automation-trials';
import { happeningsIn } from './asked.ts';
import type { Trial } from './scene.ts';

type Limit = BackTestResult['limits'][number];

/** What this automation asks for that nobody recorded, or that was assumed. */
export function limitsOf({ asked, document }: Pick<Trial, 'asked' | 'document'>, isCut: boolean): Limit[] {
  const steps = [...stepsOf(document.steps)];
  const asksConsent = asked.ofToday.some(({ kind }) => kind === 'consent' || kind === 'status');
  const asksField =
    asked.ofToday.some(({ kind }) => kind !== 'consent' && kind !== 'status') ||
    steps.some((step) => step.kind === 'wait-until' && step.until.kind === 'field') ||
    document.triggers.some(({ kind }) => kind === 'date');
  const named = [...document.triggers, ...happeningsIn(document)];
  const found: Record<Limit, boolean> = {
    'fields-today': asksField,
    'consent-today': asksConsent || asked.hasEmails,
    'opens-assumed': asked.asksOpens,
    'no-webhook-answers': steps.some((step) => step.kind === 'webhook' && step.reply !== null),
    'segments-when-watched': named.some((one) => 'segmentId' in one),
    'last-activity-today': asked.conditions.some((one) => one.kind === 'date' && one.field === 'lastActivityAt'),
    'manual-not-known': document.triggers.some(({ kind }) => kind === 'manual'),
    'other-automations': steps.some(({ kind }) => kind === 'enter'),
    'history-cut': isCut,
    'history-exact': true,
  };
  return (Object.keys(found) as Limit[]).filter((limit) => found[limit]);
}
