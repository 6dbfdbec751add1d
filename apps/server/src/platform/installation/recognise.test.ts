import { describe, expect, test } from 'vitest';
import type { JournalledProcess } from './journal-folder.ts';
import { type Findings, recognise } from './recognise.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes));

const journal = (change: Partial<JournalledProcess> = {}): JournalledProcess => ({
  id: 'p1',
  folderId: 'f1',
  role: 'worker',
  host: 'one',
  startedAt: at(0).getTime(),
  installationId: 'here',
  epoch: 41,
  beat: 1_000,
  files: [],
  ...change,
});

/** An installation that was stopped an hour ago in the middle of a campaign, seen by the process that stopped last. */
type Change = Partial<Omit<Findings, 'evidence'>> & { evidence?: Partial<Findings['evidence']> };
const findings = (change: Change = {}): Findings => ({
  folder: [journal()],
  row: { id: 'here', epoch: 41, placed: 'server 1', heldSince: null, heldReason: null, restoredTo: null },
  place: 'server 1',
  known: new Map([['p1', { id: 'p1', beat: 1_000, beatAt: at(30), isEnded: false }]]),
  readThrough: new Map(),
  ...change,
  evidence: {
    isJoined: true,
    silentSeconds: 3_600,
    newestBeat: at(30),
    hasPeople: true,
    wouldSend: true,
    ...change.evidence,
  },
});
const knownAt = (beat: number, minutes = 30) =>
  new Map([['p1', { id: 'p1', beat, beatAt: at(minutes), isEnded: false }]]);

describe('P5: a database is taken for the newest', () => {
  const row = findings().row;
  test.each<[string, Findings]>([
    ['when its last process comes back', findings()],
    ['when the answer to the last beat was lost', findings({ known: knownAt(1_001) })],
    [
      'on a fresh installation',
      findings({
        folder: [],
        known: new Map(),
        evidence: { isJoined: false, hasPeople: false, wouldSend: false, newestBeat: null },
      }),
    ],
    [
      'after an upgrade from a version without journals',
      findings({
        folder: [],
        known: new Map(),
        row: { ...row, placed: null },
        evidence: { isJoined: false, newestBeat: null },
      }),
    ],
    [
      'by a further worker with an empty journal, while others run',
      findings({ folder: [], known: new Map(), evidence: { silentSeconds: 1 } }),
    ],
    [
      'by a container without a volume that was replaced',
      findings({ folder: [], known: new Map(), evidence: { silentSeconds: 15 } }),
    ],
    [
      'when the journal is lost and nothing would be sent',
      findings({ folder: [], known: new Map(), evidence: { wouldSend: false } }),
    ],
    ['by a worker that was stopped some minutes before the others', findings({ known: knownAt(1_000, 22) })],
    ['where the server does not say where it is', findings({ place: null })],
    [
      'when the journal that is ahead was read after an earlier restore',
      findings({ known: knownAt(900), readThrough: new Map([['p1', 1_000]]) }),
    ],
    [
      'under the folder of a database that was thrown away',
      findings({
        folder: [journal({ installationId: 'gone' })],
        known: new Map(),
        evidence: { isJoined: false, hasPeople: false, wouldSend: false, newestBeat: null },
      }),
    ],
    [
      'when a process never reached its database',
      findings({ folder: [journal(), journal({ id: 'p2', installationId: null, epoch: 0, beat: 0 })] }),
    ],
  ])('%s', (_, found) => {
    expect(recognise(found).reason).toBeNull();
  });
});

describe('P5: a database is held', () => {
  test.each<[string, Findings, string]>([
    ['at beat 900 when the journal says 1000 of the same epoch', findings({ known: knownAt(900) }), 'older'],
    ['when it does not know a process that joined it', findings({ known: new Map() }), 'older'],
    [
      'when it is from before a restore that was confirmed',
      findings({ folder: [journal({ epoch: 42, beat: 5 })], known: new Map() }),
      'older',
    ],
    ['although others run on it already', findings({ known: knownAt(900), evidence: { silentSeconds: 0 } }), 'older'],
    ['when it is on another server or timeline', findings({ place: 'server 2' }), 'moved'],
    [
      'when it has people and the journal is that of another installation',
      findings({ folder: [journal({ installationId: 'other' })], known: new Map() }),
      'other-installation',
    ],
    ['when all journals are lost and mail would leave', findings({ folder: [], known: new Map() }), 'unproven'],
    [
      'when the only journal ended long before the last beat, and mail would leave',
      findings({ known: knownAt(1_000, 5) }),
      'unproven',
    ],
  ])('%s', (_, found, reason) => {
    expect(recognise(found).reason).toBe(reason);
  });

  test('from the last beat it knows, or from before the start of a process it does not know', () => {
    const known = recognise(findings({ known: knownAt(900, 10) }));
    const unknown = recognise(findings({ known: new Map() }));

    expect(known).toMatchObject({ restoredTo: at(10), ahead: [{ id: 'p1' }] });
    expect(unknown.restoredTo).toEqual(at(0));
  });
});

test('P5: a journal that turns up after the restore was confirmed is read, and holds nothing', () => {
  const late = findings({ folder: [journal({ epoch: 40 }), journal({ id: 'p2' })] });
  const known = new Map([['p2', { id: 'p2', beat: 1_000, beatAt: at(30), isEnded: true }]]);

  expect(recognise({ ...late, known })).toMatchObject({ reason: null, ahead: [{ id: 'p1' }] });
});

describe('P5: a journal that ends at the beat the database knows', () => {
  const moved = (known: Partial<{ beatAt: Date; isEnded: boolean }> = {}) =>
    findings({
      place: 'server 2',
      known: new Map([['p1', { id: 'p1', beat: 1_000, beatAt: at(30), isEnded: false, ...known }]]),
    });

  test('is read after a failover or a restore to the last moment: the second after that beat may be missing', () => {
    expect(recognise(moved())).toMatchObject({ reason: 'moved', ahead: [{ id: 'p1' }] });
  });

  test('is read when another process has found out that the database was restored', () => {
    const row = { ...findings().row, heldSince: at(40), heldReason: 'restored' as const };

    expect(recognise(findings({ row })).ahead).toMatchObject([{ id: 'p1' }]);
  });

  test.each<[string, Findings]>([
    ['its process has ended by itself', moved({ isEnded: true })],
    ['it ended long before the others', moved({ beatAt: at(10) })],
    ['it was read after an earlier restore', { ...moved(), readThrough: new Map([['p1', 1_000]]) }],
    ['nothing is held', findings()],
  ])('is not read when %s', (_, found) => {
    expect(recognise(found).ahead).toEqual([]);
  });
});
