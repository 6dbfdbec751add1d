import { AutomationDocument, emptyDocument, type Trigger } from '@waggle/contracts/automation-document';
import { expect, test } from 'vitest';
import { entriesFor, type Happened, kindsOf, type LiveAutomation, segmentsIn } from './listening.ts';

const now = new Date('2026-11-18T12:00:00.000Z');
const id = (n: number) => `0197e5a0-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [thing, other, person, somebody] = [id(1), id(2), id(3), id(4)] as const;

const live = (triggers: Trigger[], more: Partial<LiveAutomation & Pick<AutomationDocument, 'entry'>> = {}) => ({
  id: more.id ?? id(100),
  clientId: more.clientId ?? null,
  version: 1,
  document: { ...emptyDocument, triggers, ...(more.entry && { entry: more.entry }) },
});
const happened = (type: string, more: Partial<Happened> = {}): Happened => ({
  contactId: person,
  clientId: null,
  type,
  refId: thing,
  cause: null,
  at: now,
  sentBy: null,
  ...more,
});
const vias = (automations: LiveAutomation[], ...events: Happened[]) =>
  entriesFor(automations, events, now).map(({ via }) => via);

const triggers: [Trigger, Happened, Happened | null][] = [
  [{ kind: 'contact.created' }, happened('contact.created'), happened('tag.added')],
  [{ kind: 'form.submitted', formId: null }, happened('form.submitted'), happened('purchase.made')],
  [{ kind: 'form.submitted', formId: thing }, happened('form.submitted'), happened('form.submitted', { refId: other })],
  [{ kind: 'tag.added', tagId: thing }, happened('tag.added'), happened('tag.removed')],
  [{ kind: 'tag.removed', tagId: thing }, happened('tag.removed'), happened('tag.removed', { refId: other })],
  [{ kind: 'segment.entered', segmentId: thing }, happened('segment.entered'), happened('segment.left')],
  [{ kind: 'segment.left', segmentId: thing }, happened('segment.left'), happened('segment.entered')],
  [{ kind: 'email.opened', of: null }, happened('email.opened'), happened('email.opened', { sentBy: id(100) })],
  [
    { kind: 'email.clicked', of: { campaignId: thing } },
    happened('email.clicked'),
    happened('email.clicked', { refId: other }),
  ],
  [{ kind: 'qr.scanned', codeId: thing }, happened('qr.scanned'), happened('qr.scanned', { refId: other })],
  [{ kind: 'qr.scanned', codeId: null }, happened('qr.scanned'), null],
  [{ kind: 'purchase.made' }, happened('purchase.made'), null],
  [{ kind: 'event', name: 'trial.started' }, happened('event.trial.started'), happened('event.trial')],
];

test.each(triggers)('%j lets in by what it names and by nothing else', (trigger, fitting, unfitting) => {
  expect(vias([live([trigger])], fitting)).toEqual([trigger.kind]);
  if (unfitting) expect(vias([live([trigger])], unfitting)).toEqual([]);
});

test('an email of its own step starts nothing', () => {
  expect(vias([live([{ kind: 'email.opened', of: { step: 'abcdefgh' } }])], happened('email.opened'))).toEqual([]);
});

test('two triggers that fit are one entry', () => {
  const both: Trigger[] = [
    { kind: 'form.submitted', formId: thing },
    { kind: 'form.submitted', formId: null },
  ];
  expect(vias([live(both)], happened('form.submitted'))).toEqual(['form.submitted']);
});

test('one call for everybody of a trigger and second, at the time it happened', () => {
  const at = (ms: number) => new Date(now.getTime() - 5_000 + ms);
  const tagged = [
    happened('tag.added', { at: at(0) }),
    happened('tag.added', { at: at(900), contactId: somebody }),
    happened('tag.added', { at: at(1_500), contactId: id(5) }),
  ];

  expect(entriesFor([live([{ kind: 'tag.added', tagId: thing }])], tagged, now)).toEqual([
    { automationId: id(100), via: 'tag.added', depth: 0, at: at(900), contactIds: [person, somebody] },
    { automationId: id(100), via: 'tag.added', depth: 0, at: at(1_500), contactIds: [id(5)] },
  ]);
});

test('what happens twice to one person counts twice only where each time counts', () => {
  const twice = [happened('purchase.made'), happened('purchase.made')];
  const entry = (again: 'never' | 'each-time') => ({ filter: null, again, notWithinDays: 0 });

  expect(vias([live([{ kind: 'purchase.made' }], { entry: entry('each-time') })], ...twice)).toHaveLength(2);
  expect(vias([live([{ kind: 'purchase.made' }], { entry: entry('never') })], ...twice)).toHaveLength(1);
});

test('contacts of other clients start nothing of a client', () => {
  const own = live([{ kind: 'purchase.made' }], { clientId: thing });

  expect(vias([own], happened('purchase.made', { clientId: other }))).toEqual([]);
  expect(vias([own], happened('purchase.made', { clientId: null }))).toEqual([]);
  expect(vias([own], happened('purchase.made', { clientId: thing }))).toEqual(['purchase.made']);
});

test('an automation never starts itself, and others one level deeper', () => {
  const tagged: Trigger = { kind: 'tag.added', tagId: thing };
  const [one, two] = [live([tagged]), live([tagged], { id: id(101) })];
  const by = (depth: number) => happened('tag.added', { cause: { automationId: id(100), depth } });

  expect(entriesFor([one, two], [by(0)], now)).toMatchObject([{ automationId: id(101), depth: 1 }]);
  // At which nobody gets in any more, and the one that would start is held back.
  expect(entriesFor([one, two], [by(4)], now)).toMatchObject([{ automationId: id(101), depth: 5 }]);
});

test('what happened more than three days ago is history', () => {
  const ago = (hours: number) => happened('purchase.made', { at: new Date(now.getTime() - hours * 3_600_000) });

  expect(vias([live([{ kind: 'purchase.made' }])], ago(71))).toEqual(['purchase.made']);
  expect(vias([live([{ kind: 'purchase.made' }])], ago(73))).toEqual([]);
});

test('those inside are woken by kind, once', () => {
  const types = ['contact.created', 'event.a', 'event.b', 'tag.added'];
  expect(kindsOf(types.map((type) => happened(type)))).toEqual(['event', 'tag.added']);
});

test('segments are watched wherever a document names one', () => {
  const segment = (n: number) => ({ kind: 'segment.entered', segmentId: id(n) }) as const;
  const lane = (laneId: string) => ({ id: laneId, steps: [] });
  const document = AutomationDocument.parse({
    ...emptyDocument,
    triggers: [segment(1), { kind: 'purchase.made' }],
    stay: { filter: null, leaveWhen: [segment(2)] },
    goal: { when: segment(3) },
    steps: [
      {
        id: 'aaaaaaaa',
        kind: 'split',
        lanes: [
          {
            id: 'bbbbbbbb',
            name: '',
            weight: 1,
            steps: [
              {
                id: 'cccccccc',
                kind: 'wait-for',
                what: segment(4),
                since: 'entry',
                atMost: { amount: 1, unit: 'days' },
                lanes: [lane('dddddddd'), lane('eeeeeeee')],
              },
            ],
          },
          lane('ffffffff'),
        ],
      },
    ],
  });
  expect(segmentsIn([document, document])).toEqual([id(1), id(2), id(3), id(4)]);
});
