import type { Form } from '@waggle/contracts/forms';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiProblem } from '#lib/api.ts';
import { definitionOf, draftOf, emptyDraft, type FormDraft } from '../state/form-draft.ts';
import { FormKeeper } from './form-keeper.ts';

const named = (name: string): FormDraft => ({ ...emptyDraft(), name });

const formOf = (draft: FormDraft, draftVersion = 1): Form => ({
  id: '0198c7f0-0000-7000-8000-000000000001',
  name: draft.name,
  isActive: true,
  submissions: 0,
  version: null,
  hasChanges: true,
  isBeyondPlan: false,
  clientId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  draft: definitionOf(draft),
  draftVersion,
  draftChangedAt: '2026-01-01T00:00:00.000Z',
  draftChangedBy: 'Priya',
  published: null,
  publishedAt: null,
});

const calls = {
  create: vi.fn((draft: FormDraft) => Promise.resolve(formOf(draft))),
  save: vi.fn((form: Form, draft: FormDraft) => Promise.resolve(formOf(draft, form.draftVersion + 1))),
  read: vi.fn(() => Promise.resolve(formOf(named('Theirs'), 7))),
  keep: vi.fn(),
};
beforeEach(() => vi.clearAllMocks());

const changed = () =>
  new ApiProblem({ code: 'form_changed', message: '', fields: { by: 'Priya', at: '2026-01-02T00:00:00.000Z' } }, 409);

test('a new form is made on the server with its first change, and saved from then on', async () => {
  const keeper = new FormKeeper(calls, { form: undefined, draft: named('New form') });

  await keeper.flush();
  expect(calls.create).not.toHaveBeenCalled();
  keeper.change(named('Bread club'));
  await keeper.flush();
  keeper.change(named('Bread club 2'));
  await keeper.flush();

  expect(calls.create).toHaveBeenCalledOnce();
  expect(calls.save).toHaveBeenCalledOnce();
  expect(keeper.get()).toMatchObject({ state: 'saved', form: { name: 'Bread club 2', draftVersion: 2 } });
});

test('what the server would refuse stays in this browser', async () => {
  const keeper = new FormKeeper(calls, { form: formOf(named('Bread club')), draft: named('Bread club') });

  keeper.change(named(''));
  await keeper.flush();

  expect(keeper.get().state).toBe('incomplete');
  expect(calls.save).not.toHaveBeenCalled();
  expect(calls.keep).toHaveBeenLastCalledWith(expect.any(String), { draft: named(''), draftVersion: 1 });
});

test('nothing is written over the work of somebody else until a person decides', async () => {
  const keeper = new FormKeeper(calls, { form: formOf(named('Bread club')), draft: named('Bread club') });
  calls.save.mockRejectedValueOnce(changed());

  keeper.change(named('Mine'));
  await keeper.flush();
  keeper.change(named('Mine too'));
  await keeper.flush();
  expect(keeper.get()).toMatchObject({ state: 'disputed', disputed: { by: 'Priya' } });
  expect(calls.save).toHaveBeenCalledOnce();

  keeper.settle('mine');
  await keeper.flush();
  expect(calls.save).toHaveBeenLastCalledWith(expect.objectContaining({ draftVersion: 7 }), named('Mine too'));
  expect(keeper.get().state).toBe('saved');
});

test('theirs can be taken in place of mine', async () => {
  const keeper = new FormKeeper(calls, { form: formOf(named('Bread club')), draft: named('Bread club') });
  calls.save.mockRejectedValueOnce(changed());

  keeper.change(named('Mine'));
  await keeper.flush();
  const shown = keeper.settle('theirs');
  await keeper.flush();

  expect(shown).toEqual(draftOf(formOf(named('Theirs'), 7)));
  expect(keeper.get()).toMatchObject({ state: 'saved', draft: { name: 'Theirs' } });
});

test('a copy in this browser is restored, and disputed where the server has gone on', () => {
  const copy = { draft: named('Typed'), draftVersion: 1 };

  const same = new FormKeeper(calls, { form: formOf(named('Bread club')), draft: named('Bread club'), copy });
  const other = new FormKeeper(calls, { form: formOf(named('Theirs'), 2), draft: named('Theirs'), copy });

  expect(same.get()).toMatchObject({ state: 'waiting', draft: { name: 'Typed' } });
  expect(other.get()).toMatchObject({ state: 'disputed', disputed: { by: 'Priya' } });
});
