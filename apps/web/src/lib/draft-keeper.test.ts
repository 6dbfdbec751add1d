import { beforeEach, expect, test, vi } from 'vitest';
import { ApiProblem } from './api.ts';
import { DraftKeeper } from './draft-keeper.ts';

type Draft = { name: string };
type Note = {
  id: string;
  name: string;
  draftNo: number;
  draftChangedBy: string | null;
  draftChangedAt: string;
};

const noteOf = ({ name }: Draft, draftNo = 1): Note => ({
  id: 'note-1',
  name,
  draftNo,
  draftChangedBy: 'Priya',
  draftChangedAt: '2026-01-01T00:00:00.000Z',
});
const named = (name: string): Draft => ({ name });

const parts = {
  save: vi.fn((note: Note | undefined, draft: Draft) => Promise.resolve(noteOf(draft, (note?.draftNo ?? 0) + 1))),
  read: vi.fn(() => Promise.resolve(noteOf(named('Theirs'), 7))),
  keep: vi.fn(),
  draftOf: ({ name }: Note) => named(name),
  numberOf: ({ draftNo }: Note) => draftNo,
  isComplete: ({ name }: Draft) => name !== '',
  changedCode: 'note_changed',
};
beforeEach(() => vi.clearAllMocks());

const open = (name: string) =>
  new DraftKeeper<Note | undefined, Draft>(parts, { record: noteOf(named(name)), draft: named(name) });
const changed = () =>
  new ApiProblem({ code: 'note_changed', message: '', fields: { by: 'Priya', at: '2026-01-02T00:00:00.000Z' } }, 409);

test('a new one is made on the server with its first change, and saved from then on', async () => {
  const keeper = new DraftKeeper<Note | undefined, Draft>(parts, { record: undefined, draft: named('New') });

  await keeper.flush();
  expect(parts.save).not.toHaveBeenCalled();
  keeper.change(named('Bread club'));
  await keeper.flush();
  keeper.change(named('Bread club 2'));
  await keeper.flush();

  expect(parts.save.mock.calls.map(([note]) => note?.id)).toEqual([undefined, 'note-1']);
  expect(keeper.get()).toMatchObject({ state: 'saved', record: { name: 'Bread club 2', draftNo: 2 } });
});

test('a new one can be made without a change', async () => {
  const keeper = new DraftKeeper<Note | undefined, Draft>(parts, { record: undefined, draft: named('New') });

  await keeper.create();

  expect(keeper.get()).toMatchObject({ state: 'saved', record: { name: 'New' } });
});

test('a change is kept in this browser at once and on the server when it is flushed', async () => {
  const keeper = open('Welcome');

  keeper.change(named('Bread club'));
  expect(parts.keep).toHaveBeenLastCalledWith('note-1', { draft: named('Bread club'), draftNo: 1 });
  await keeper.flush();

  expect(keeper.get()).toMatchObject({ state: 'saved', record: { name: 'Bread club', draftNo: 2 } });
  expect(parts.keep).toHaveBeenLastCalledWith('note-1', undefined);
});

test('what the server would refuse stays in this browser', async () => {
  const keeper = open('Welcome');

  keeper.change(named(''));
  await keeper.flush();

  expect(keeper.get().state).toBe('incomplete');
  expect(parts.save).not.toHaveBeenCalled();
  expect(parts.keep).toHaveBeenLastCalledWith('note-1', { draft: named(''), draftNo: 1 });
});

test('nothing is written over the work of somebody else until a person decides', async () => {
  const keeper = open('Welcome');
  parts.save.mockRejectedValueOnce(changed());

  keeper.change(named('Mine'));
  await keeper.flush();
  keeper.change(named('Mine too'));
  await keeper.flush();
  expect(keeper.get()).toMatchObject({ state: 'disputed', disputed: { by: 'Priya' } });
  expect(parts.save).toHaveBeenCalledOnce();

  keeper.settle('mine');
  await keeper.flush();
  expect(parts.save).toHaveBeenLastCalledWith(expect.objectContaining({ draftNo: 7 }), named('Mine too'));
  expect(keeper.get().state).toBe('saved');
});

test('theirs replaces what was typed here', async () => {
  const keeper = open('Welcome');
  parts.save.mockRejectedValueOnce(changed());
  keeper.change(named('Mine'));
  await keeper.flush();

  expect(keeper.settle('theirs')).toEqual(named('Theirs'));
  await keeper.flush();
  expect(keeper.get()).toMatchObject({ state: 'saved', draft: named('Theirs'), record: { draftNo: 7 } });
});

test('a copy in this browser is restored, and asked about where the server has gone on', () => {
  const copy = { draft: named('Typed'), draftNo: 1 };
  const opened = (record: Note) => new DraftKeeper(parts, { record, draft: named(record.name), copy }).get();

  expect(opened(noteOf(named('Welcome')))).toMatchObject({ state: 'waiting', draft: named('Typed') });
  expect(opened(noteOf(named('Theirs'), 2))).toMatchObject({ state: 'disputed', disputed: { by: 'Priya' } });
});
