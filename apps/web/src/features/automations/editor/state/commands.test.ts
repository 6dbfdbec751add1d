import { AutomationDocument, emptyDocument, stepsOf } from '@waggle/contracts/automation-document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCommands } from './commands.ts';
import { createEditorStore, triggersId } from './editor-store.ts';

function open(document: AutomationDocument = emptyDocument) {
  const store = createEditorStore({ name: 'Welcome', document });
  return { store, commands: createCommands(store), now: () => store.now().history.present.document };
}

const ids = (document: AutomationDocument) => [...stepsOf(document.steps)].map(({ id }) => id);

test('a new step is selected and takes the keyboard', () => {
  const { store, commands, now } = open();

  commands.insert('email', { lane: null, index: 0 });

  const [id] = ids(now());
  expect(store.now()).toMatchObject({ selected: id, focus: id });
});

test('arrows walk from what lets people in through the steps and stop at both ends', () => {
  const { store, commands, now } = open();
  commands.insert('wait', { lane: null, index: 0 });
  commands.insert('email', { lane: null, index: 1 });
  const [wait, email] = ids(now());
  const seen = [-1, -1, -1, 1, 1, 1].map((by) => {
    commands.selectNext(store.now().selected, by as 1 | -1);
    return store.now().selected;
  });

  expect(seen).toEqual([wait, triggersId, triggersId, wait, email, email]);
});

test('what is deleted is back after an undo, and what was selected with it is not gone', () => {
  const { store, commands, now } = open();
  commands.insert('if', { lane: null, index: 0 });
  const before = now();
  const [fork] = ids(before);

  commands.remove(fork!);
  const without = ids(now());
  commands.undo();

  expect(without).toEqual([]);
  expect(now()).toEqual(before);
  expect(store.now().selected).toBe(triggersId);
});

test('whatever was done, undo leads back to the beginning and redo to the end', () => {
  const orders = fc.array(
    fc.record({ what: fc.constantFrom('insert', 'move', 'remove', 'copy', 'wrap'), at: fc.nat(20) }),
    {
      maxLength: 20,
    },
  );
  fc.assert(
    fc.property(orders, (list) => {
      const { commands, now } = open();
      let done = 0;
      for (const { what, at } of list) {
        const id = ids(now())[at % Math.max(ids(now()).length, 1)];
        const tried = {
          insert: () => commands.insert('wait', { lane: null, index: 0 }),
          move: () => commands.move(id!, at % 2 ? 1 : -1),
          remove: () => commands.remove(id!),
          copy: () => commands.duplicate(id!) !== undefined,
          wrap: () => commands.wrap(id!),
        };
        if (id || what === 'insert') done += Number(tried[what]());
      }
      const end = now();
      for (let count = 0; count < done; count += 1) commands.undo();
      expect(now()).toEqual(emptyDocument);
      for (let count = 0; count < done; count += 1) commands.redo();
      expect(now()).toEqual(end);
      expect(AutomationDocument.safeParse(end).success).toBe(true);
    }),
  );
});

test('the email of a copied step goes with the copy, also when it is undone', () => {
  const { commands, now } = open();
  commands.insert('email', { lane: null, index: 0 });
  const before = now();

  const copy = commands.duplicate(ids(before)[0]!)!;
  commands.attachEmail(copy.id, '0198c7f0-0000-7000-8000-000000000001');
  const after = now();
  commands.undo();

  expect(after.steps[1]).toMatchObject({ id: copy.id, campaignId: '0198c7f0-0000-7000-8000-000000000001' });
  expect(now()).toEqual(before);
});

test('a locked editor selects and changes nothing', () => {
  const { store, commands, now } = open();
  store.lock(true);

  expect(commands.insert('email', { lane: null, index: 0 })).toBe(false);
  commands.select(triggersId);
  expect([ids(now()), store.now().selected]).toEqual([[], triggersId]);
});
