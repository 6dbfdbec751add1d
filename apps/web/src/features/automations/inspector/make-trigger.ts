import type { Happening, Trigger } from '@waggle/contracts/automation-document';
import type { Catalogue } from '../catalogue.ts';

export const happeningKinds = [
  'form.submitted',
  'tag.added',
  'tag.removed',
  'segment.entered',
  'segment.left',
  'email.opened',
  'email.clicked',
  'qr.scanned',
  'purchase.made',
  'event',
] as const satisfies readonly Happening['kind'][];

export const triggerKinds = [
  ...happeningKinds,
  'contact.created',
  'date',
  'automation.completed',
  'manual',
] as const satisfies readonly Trigger['kind'][];

type Make = { [Kind in Trigger['kind']]: (catalogue: Catalogue) => Extract<Trigger, { kind: Kind }> | null };

const withFirst = <Made>(list: readonly { id: string }[], make: (id: string) => Made): Made | null =>
  list[0] ? make(list[0].id) : null;

const make: Make = {
  'form.submitted': () => ({ kind: 'form.submitted', formId: null }),
  'tag.added': ({ tags }) => withFirst(tags, (tagId) => ({ kind: 'tag.added', tagId })),
  'tag.removed': ({ tags }) => withFirst(tags, (tagId) => ({ kind: 'tag.removed', tagId })),
  'segment.entered': ({ segments }) => withFirst(segments, (segmentId) => ({ kind: 'segment.entered', segmentId })),
  'segment.left': ({ segments }) => withFirst(segments, (segmentId) => ({ kind: 'segment.left', segmentId })),
  'email.opened': () => ({ kind: 'email.opened', of: null }),
  'email.clicked': () => ({ kind: 'email.clicked', of: null }),
  'qr.scanned': () => ({ kind: 'qr.scanned', codeId: null }),
  'purchase.made': () => ({ kind: 'purchase.made' }),
  event: () => ({ kind: 'event', name: 'signed.up' }),
  'contact.created': () => ({ kind: 'contact.created' }),
  date: ({ fields }) => {
    const field = fields.find(({ type }) => type === 'date')?.key;
    return field ? { kind: 'date', field, plusDays: 0, time: '09:00', yearly: true } : null;
  },
  'automation.completed': ({ automations }) =>
    withFirst(automations, (automationId) => ({ kind: 'automation.completed', automationId })),
  manual: () => ({ kind: 'manual' }),
};

/** With the first choice there is; null where there is nothing to choose. */
export const makeTrigger = <Kind extends Trigger['kind']>(
  kind: Kind,
  catalogue: Catalogue,
): Extract<Trigger, { kind: Kind }> | null => make[kind](catalogue);
