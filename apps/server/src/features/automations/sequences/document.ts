import { type AutomationDocument, emptyDocument, type Step } from '@waggle/contracts/automation-document';
import type { StartedSequence } from '#features/campaigns/index.ts';

/** The emails and waits of a sequence as an automation, which people get into by its start alone, and once. */
export const documentOf = ({ emails, window }: Pick<StartedSequence, 'emails' | 'window'>): AutomationDocument => {
  const taken = new Set(emails.map(({ id }) => id));
  return {
    ...emptyDocument,
    triggers: [{ kind: 'manual' }],
    // The last minute of a day is the last that hours of a step can name.
    hours: window && { from: window.from, to: window.to === '24:00' ? '23:59' : window.to, days: window.days },
    steps: emails.flatMap(({ id, campaignId, wait }): Step[] => {
      const email: Step = { id, kind: 'email', campaignId, hours: null, cap: 'obey' };
      return wait ? [{ id: idOfWait(id, taken), kind: 'wait', for: wait }, email] : [email];
    }),
  };
};

/** Made of that of its email, by turning it round and then its last letter on until nobody has it. */
function idOfWait(emailId: string, taken: Set<string>): string {
  let id = emailId.split('').toReversed().join('');
  while (taken.has(id)) id = id.slice(0, -1) + String.fromCharCode(((id.charCodeAt(7) - 96) % 26) + 97);
  taken.add(id);
  return id;
}
