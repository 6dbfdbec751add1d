import { pagesOf } from '@waggle/forms/pages';
import { beforeEach, expect, test } from 'vitest';
import { createBuilderStore, type BuilderStore } from './builder-store.ts';
import { createCommands, type BuilderCommands } from './commands.ts';
import { emptyDraft } from './form-draft.ts';

let store: BuilderStore;
let commands: BuilderCommands;
beforeEach(() => {
  store = createBuilderStore(emptyDraft());
  commands = createCommands(store);
});

const add = (label: string) => commands.add('text', { label, options: [] });
const labels = () => pagesOf(store.now().history.present).map(({ fields }) => fields.map(({ label }) => label));
const idOf = (label: string) => store.now().history.present.fields.find((field) => field.label === label)!.id;

test('a field is added at the end of the page on the canvas, and its label is next to be written', () => {
  add('First');
  commands.addPage();
  add('Second');

  expect(labels()).toEqual([['First'], ['Second']]);
  expect(store.now()).toMatchObject({ page: 1, selected: idOf('Second'), focus: { part: 'label' } });
});

test('undo takes back a deleted field, and redo deletes it again', () => {
  add('First');
  add('Second');

  commands.remove(idOf('First'));
  expect(labels()).toEqual([['Second']]);
  commands.undo();
  expect(labels()).toEqual([['First', 'Second']]);
  commands.redo();
  expect(labels()).toEqual([['Second']]);
});

test('typing a label is one step to undo', () => {
  add('First');
  const id = idOf('First');

  for (const label of ['N', 'Na', 'Name']) commands.change(id, { label });
  commands.undo();

  expect(labels()).toEqual([['First']]);
});

test('a field is carried by keyboard onto another page, the canvas goes along, and cancel takes it all back', () => {
  add('First');
  add('Second');
  commands.addPage();

  commands.select(idOf('First'));
  commands.lift(idOf('First'));
  commands.carry(1);
  commands.carry(1);
  expect(labels()).toEqual([['Second'], ['First']]);
  expect(store.now().page).toBe(1);
  commands.cancel();

  expect(labels()).toEqual([['First', 'Second'], []]);
});

test('the page on the canvas is one that is there, also after an undo', () => {
  add('First');
  commands.addPage();
  expect(store.now().page).toBe(1);

  commands.undo();

  expect(store.now().page).toBe(0);
});

test('a builder that is read only selects and changes nothing', () => {
  add('First');
  store.lock(true);

  commands.remove(idOf('First'));
  commands.undo();
  commands.select(idOf('First'));

  expect(labels()).toEqual([['First']]);
  expect(store.now().selected).toBe(idOf('First'));
});
