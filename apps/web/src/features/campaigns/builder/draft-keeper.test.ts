import type { Campaign } from '@waggle/contracts/campaigns';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiProblem } from '#lib/api.ts';
import type { DraftChange } from './draft.ts';
import { DraftKeeper, type LocalCopy } from './draft-keeper.ts';
import { emptyDraft } from './draft.ts';

const saved: Campaign = {
  ...emptyDraft,
  id: '0197e5a0-0000-7000-8000-0000000000c1',
  name: 'News',
  subject: 'Hello',
  content: { html: '<p>Hello</p>', text: '', textBasis: null },
  document: null,
  replyTo: null,
  status: 'DRAFT',
  updatedAt: '2026-05-12T10:00:00.000Z',
} as unknown as Campaign;

/** One campaign on a server that counts its versions. */
function server(campaign = saved) {
  let now = campaign;
  let version = 1;
  const seen = new Map([[campaign, 1]]);
  const calls: DraftChange[] = [];
  const local = new Map<string | undefined, LocalCopy | undefined>();
  const write = (change: DraftChange) => {
    now = { ...now, ...change, replyTo: change.replyTo ?? now.replyTo } as Campaign;
    seen.set(now, (version += 1));
    return now;
  };
  return {
    calls,
    local,
    now: () => now,
    /** A colleague's work. */
    write,
    fns: {
      create: async (draft: DraftChange) => {
        calls.push(draft);
        return write(draft);
      },
      update: async (known: Campaign, change: DraftChange, _checkpoint?: boolean) => {
        calls.push(change);
        if (seen.get(known) !== version) {
          const fields = { by: 'Theo Lindqvist', at: '2026-05-12T10:01:00.000Z' };
          throw new ApiProblem({ code: 'campaign_changed', message: 'Changed.', fields }, 409);
        }
        return write(change);
      },
      read: async () => now,
      keep: (id: string | undefined, copy: LocalCopy | undefined) => {
        local.set(id, copy);
        return true;
      },
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a change is kept in this browser at once and saved once nobody has typed for a second', async () => {
  const { fns, calls, local } = server();
  const keeper = new DraftKeeper(fns, saved);

  keeper.change({ subject: 'Hello y' });
  keeper.change({ subject: 'Hello you' });
  expect(local.get(saved.id)?.mine).toEqual({ subject: 'Hello you' });
  await vi.advanceTimersByTimeAsync(999);
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);

  expect(calls).toEqual([{ subject: 'Hello you' }]);
  expect(keeper.get().state).toBe('saved');
  expect(local.get(saved.id)).toBeUndefined();
});

test('what somebody types while a call is on its way is saved after it', async () => {
  const { fns, calls } = server();
  const keeper = new DraftKeeper(fns, saved);

  keeper.change({ name: 'A' });
  const flushed = keeper.flush();
  keeper.change({ name: 'AB' });
  await flushed;

  expect(calls).toEqual([{ name: 'A' }, { name: 'AB' }]);
  expect(keeper.isUnsaved()).toBe(false);
});

test('a new campaign is saved as soon as it has a name, a subject and content', async () => {
  const { fns, calls, local } = server();
  const keeper = new DraftKeeper(fns, undefined);
  keeper.setOwner({});

  keeper.change({ name: 'News', subject: 'Hello' });
  await keeper.flush();
  expect(keeper.get().state).toBe('incomplete');
  expect(local.get(undefined)?.mine).toEqual({ name: 'News', subject: 'Hello' });
  keeper.change({ content: { html: '<p>Hi</p>', text: '', textBasis: null, document: null } });
  await keeper.flush();

  expect(calls).toHaveLength(1);
  expect(keeper.get().campaign?.id).toBe(saved.id);
  expect(local.get(undefined)).toBeUndefined();
});

test('an empty subject stays here while the other fields are saved', async () => {
  const { fns, calls } = server();
  const keeper = new DraftKeeper(fns, saved);

  keeper.change({ subject: '', name: 'Other' });
  await keeper.flush();

  expect(calls).toEqual([{ name: 'Other' }]);
  expect(keeper.get().state).toBe('incomplete');
});

test('two people who change different fields both keep their work', async () => {
  const { fns, write, now } = server();
  const keeper = new DraftKeeper(fns, saved);

  write({ subject: 'Their subject' });
  keeper.change({ name: 'My name' });
  await keeper.flush();

  expect(now()).toMatchObject({ subject: 'Their subject', name: 'My name' });
  expect(keeper.get().draft).toMatchObject({ subject: 'Their subject', name: 'My name' });
  expect(keeper.get().merged).toMatchObject({ by: 'Theo Lindqvist', fields: ['subject'] });
});

test.each(['mine', 'theirs'] as const)('a field that both changed waits for a person, who takes %s', async (whose) => {
  const { fns, write, now } = server();
  const keeper = new DraftKeeper(fns, saved);

  write({ subject: 'Their subject' });
  keeper.change({ subject: 'My subject', name: 'My name' });
  await keeper.flush();
  expect(keeper.get()).toMatchObject({ state: 'disputed', disputed: { fields: ['subject'] } });
  expect(now()).toMatchObject({ subject: 'Their subject', name: 'News' });
  keeper.change({ previewText: 'Still typing' });
  await keeper.settle(whose);

  const subject = whose === 'mine' ? 'My subject' : 'Their subject';
  expect(now()).toMatchObject({ subject, name: 'My name', previewText: 'Still typing' });
  expect(keeper.get()).toMatchObject({ state: 'saved', disputed: undefined });
});

test('what is given up for a colleague becomes a version of its own before theirs is the campaign again', async () => {
  const { fns, write, now } = server();
  const saves: unknown[] = [];
  const update: typeof fns.update = (known, change, ...rest) => {
    saves.push([change, ...(rest as boolean[])]);
    return fns.update(known, change);
  };
  const keeper = new DraftKeeper({ ...fns, update }, saved);
  write({ subject: 'Their subject', name: 'Their name' });
  keeper.change({ subject: 'My subject', name: 'My name' });
  await keeper.flush();
  saves.length = 0;

  await keeper.settle('theirs');

  expect(saves).toEqual([
    [{ subject: 'My subject' }, true],
    [{ subject: 'Their subject' }, true],
  ]);
  expect(now()).toMatchObject({ subject: 'Their subject', name: 'Their name' });
  expect(keeper.get()).toMatchObject({ state: 'saved', draft: { subject: 'Their subject' } });
});

test('what is given up is kept once the server is reached again', async () => {
  const { fns, calls, write, now } = server();
  const update = vi.fn(fns.update);
  const keeper = new DraftKeeper({ ...fns, update }, saved);
  write({ subject: 'Their subject' });
  keeper.change({ subject: 'My subject' });
  await keeper.flush();
  update.mockRejectedValueOnce(new ApiProblem({ code: 'network', message: 'Off' }, 0));

  await keeper.settle('theirs');
  expect(keeper.get().state).toBe('failed');
  await keeper.flush();

  expect(calls.slice(-2)).toEqual([{ subject: 'My subject' }, { subject: 'Their subject' }]);
  expect(now().subject).toBe('Their subject');
});

test('nobody is told that changes are kept where this browser has no room for them', async () => {
  const { fns } = server();
  const keeper = new DraftKeeper({ ...fns, keep: (_id, copy) => copy === undefined }, saved);

  keeper.change({ subject: 'Long' });
  const told = keeper.get().isKeptHere;
  await keeper.flush();

  expect([told, keeper.get().isKeptHere]).toEqual([false, true]);
});

test('what a closed tab had not saved comes back, also over a colleague who changed something else', async () => {
  const { fns, now, write } = server();
  const theirs = write({ name: 'Their name' });
  const copy = { base: { subject: 'Hello' }, mine: { subject: 'My subject' } };

  const keeper = new DraftKeeper(fns, theirs, copy);
  keeper.resume();
  await vi.advanceTimersByTimeAsync(1_000);

  expect(now()).toMatchObject({ subject: 'My subject', name: 'Their name' });
});

test('a call that fails keeps the changes here and can be tried again', async () => {
  const { fns, local, now } = server();
  const update = vi.fn(fns.update).mockRejectedValueOnce(new ApiProblem({ code: 'network', message: 'Off' }, 0));
  const keeper = new DraftKeeper({ ...fns, update }, saved);

  keeper.change({ subject: 'Mine' });
  await keeper.flush();
  expect(keeper.get().state).toBe('failed');
  expect(local.get(saved.id)?.mine).toEqual({ subject: 'Mine' });
  await keeper.flush();

  expect(now().subject).toBe('Mine');
});

/** What was typed here and never reached the server. */
const mineOnly = { base: { subject: 'Hello' }, mine: { subject: 'My subject' } };

async function unsavedKeeper() {
  const { fns, ...rest } = server();
  const update = vi.fn(fns.update).mockRejectedValueOnce(new ApiProblem({ code: 'network', message: 'Off' }, 0));
  const keeper = new DraftKeeper({ ...fns, update }, saved);
  keeper.change({ subject: 'My subject' });
  await keeper.flush();
  return { keeper, update, ...rest };
}

test('what could not be saved outlives that a colleague schedules the campaign, and comes back with the draft', async () => {
  const { keeper, local, write, now } = await unsavedKeeper();

  keeper.notice(write({ status: 'ACTIVE' } as DraftChange));
  expect(keeper.get()).toMatchObject({ state: 'saved', draft: { subject: 'Hello' }, campaign: { status: 'ACTIVE' } });
  expect(local.get(saved.id)).toEqual(mineOnly);
  const draft = write({ status: 'DRAFT' } as DraftChange);
  keeper.notice(draft);
  keeper.notice(draft);
  expect(keeper.get()).toMatchObject({ state: 'waiting', draft: { subject: 'My subject' } });
  await vi.advanceTimersByTimeAsync(1_000);

  expect(now().subject).toBe('My subject');
  expect(local.get(saved.id)).toBeUndefined();
});

test('a save that finds the campaign scheduled shows it as it is, and keeps what was typed here', async () => {
  const { fns, local, write } = server();
  const keeper = new DraftKeeper(fns, saved);
  keeper.change({ subject: 'My subject' });
  write({ name: 'Theirs', status: 'ACTIVE' } as DraftChange);

  await keeper.flush();

  expect(keeper.get()).toMatchObject({
    state: 'saved',
    draft: { subject: 'Hello', name: 'Theirs' },
    campaign: { status: 'ACTIVE' },
  });
  expect(local.get(saved.id)).toEqual(mineOnly);
});

test('a save that is refused because the campaign left shows it, and is not tried again and again', async () => {
  const { fns, local, write } = server();
  const update = vi.fn(async (): Promise<Campaign> => {
    throw new ApiProblem({ code: 'wrong_state', message: 'Only drafts can be edited.' }, 409);
  });
  const keeper = new DraftKeeper({ ...fns, update }, saved);
  keeper.change({ subject: 'My subject' });
  await keeper.flush();
  expect(keeper.get()).toMatchObject({ state: 'failed', draft: { subject: 'My subject' } });
  write({ status: 'ACTIVE' } as DraftChange);

  await keeper.flush();

  expect(update).toHaveBeenCalledTimes(2);
  expect(keeper.get()).toMatchObject({ state: 'saved', draft: { subject: 'Hello' }, campaign: { status: 'ACTIVE' } });
  expect(local.get(saved.id)).toEqual(mineOnly);
});

test('a dispute that a colleague ends by scheduling is back with the draft', async () => {
  const { fns, local, write } = server();
  const keeper = new DraftKeeper(fns, saved);
  write({ subject: 'Their subject' });
  keeper.change({ subject: 'My subject' });
  await keeper.flush();

  keeper.notice(write({ status: 'ACTIVE' } as DraftChange));
  expect(keeper.get()).toMatchObject({ disputed: undefined, draft: { subject: 'Their subject' } });
  expect(local.get(saved.id)).toEqual(mineOnly);
  keeper.notice(write({ status: 'DRAFT' } as DraftChange));

  expect(keeper.get()).toMatchObject({ state: 'disputed', disputed: { fields: ['subject'] } });
});

test('what a closed tab had not saved is not shown in a campaign that left, and waits for it to be a draft again', async () => {
  const { fns, calls, local, write } = server();
  local.set(saved.id, mineOnly);

  const keeper = new DraftKeeper(fns, write({ status: 'ACTIVE' } as DraftChange), mineOnly);
  keeper.resume();
  await keeper.flush();
  expect(keeper.get()).toMatchObject({ state: 'saved', draft: { subject: 'Hello' } });
  expect([calls, local.get(saved.id)]).toEqual([[], mineOnly]);
  keeper.adopt(write({ status: 'DRAFT' } as DraftChange));
  await vi.advanceTimersByTimeAsync(1_000);

  expect(calls).toEqual([{ subject: 'My subject' }]);
});

test('a save that failed and a dispute are in the way of a version that is restored, what the server would refuse is not', async () => {
  const failed = (await unsavedKeeper()).keeper;
  const { fns, write } = server();
  const disputed = new DraftKeeper(fns, saved);
  write({ subject: 'Their subject' });
  disputed.change({ subject: 'My subject' });
  await disputed.flush();
  const incomplete = new DraftKeeper(server().fns, saved);
  incomplete.change({ subject: '' });
  await incomplete.flush();

  expect([failed, disputed, incomplete].map((keeper) => keeper.isStuck())).toEqual([true, true, false]);
});
