import type { JournalledProcess } from './journal-folder.ts';
import type { Evidence, HoldReason, InstallationRow, KnownProcess } from './queries.ts';

/** What is known when a process looks at its database. The folder is read first: what it says, the database had taken by then. */
export type Findings = {
  folder: readonly JournalledProcess[];
  row: InstallationRow;
  place: string | null;
  /** Rows of the folder's processes. */
  known: ReadonlyMap<string, KnownProcess>;
  /** The beat through which a journal was read after an earlier restore. */
  readThrough: ReadonlyMap<string, number>;
  evidence: Evidence;
};

export type Recognised = {
  /** Why nothing may be sent; null when this is the newest database, as far as anybody can tell. */
  reason: HoldReason | null;
  /** Journals that know more than the database, or may. */
  ahead: JournalledProcess[];
  /** The latest moment the data can be from, as far as the folder knows. */
  restoredTo: Date | null;
};

/** Seconds of silence within which nobody has restored anything: a process was replaced. */
const silenceOfReplacement = 20;
/** Milliseconds by which processes of one installation are stopped one after the other. */
const stoppedTogetherMs = 600_000;

/**
 * Tells a restored database from the newest one. A hold nobody needed costs a person one command; a restore nobody saw
 * costs readers a second mail. So whatever cannot be the newest is held, and so is what nobody can vouch for if mail would leave.
 */
export function recognise(findings: Findings): Recognised {
  const { folder, row, place, evidence } = findings;
  const own = folder.filter(({ installationId }) => installationId === null || installationId === row.id);
  const isAhead = own.filter((each) => isAheadOf(findings, each));
  // A fresh database under an old folder is a new beginning, and one with people in it is somebody's backup.
  const foreign = folder.filter((each) => evidence.hasPeople && !own.includes(each) && !isRead(findings, each));
  const reason = reasonFor(findings, { foreign, isAhead, place });
  const isHeld = reason !== null || row.heldSince !== null;
  const even = isHeld ? own.filter((each) => isEvenWith(findings, each)) : [];
  return { reason, ahead: [...foreign, ...isAhead, ...even], restoredTo: restoredTo(findings, isAhead) };
}

function reasonFor(
  findings: Findings,
  { foreign, isAhead, place }: { foreign: JournalledProcess[]; isAhead: JournalledProcess[]; place: string | null },
): HoldReason | null {
  const { row } = findings;
  if (foreign.length > 0) return 'other-installation';
  // One from before a restore that was confirmed is late, not a sign of another.
  if (isAhead.some(({ epoch }) => epoch >= row.epoch)) return 'older';
  if (row.placed !== null && place !== null && row.placed !== place) return 'moved';
  return isProven(findings) ? null : 'unproven';
}

const isRead = ({ readThrough }: Findings, { id, beat }: JournalledProcess): boolean =>
  (readThrough.get(id) ?? -1) >= beat;

function isAheadOf(findings: Findings, journal: JournalledProcess): boolean {
  if (journal.installationId === null || isRead(findings, journal)) return false;
  return (findings.known.get(journal.id)?.beat ?? -1) < journal.beat;
}

/**
 * Ended by force, and the database knows its last beat: a replica that took over, or a restore to the last moment, may lack
 * what came after that beat. Only those of the last minutes, since whoever was erased long ago may have come back.
 */
function isEvenWith(findings: Findings, journal: JournalledProcess): boolean {
  const known = findings.known.get(journal.id);
  if (!known || known.isEnded || known.beat < journal.beat || isRead(findings, journal)) return false;
  const newest = findings.evidence.newestBeat?.getTime() ?? 0;
  return journal.installationId === findings.row.id && known.beatAt.getTime() >= newest - stoppedTogetherMs;
}

/** Whether somebody who would know says that this is the newest database. */
function isProven({ folder, known, evidence }: Findings): boolean {
  const { isJoined, silentSeconds, newestBeat, wouldSend } = evidence;
  if (!isJoined || silentSeconds <= silenceOfReplacement || !wouldSend || newestBeat === null) return true;
  const beats = folder.flatMap(({ id }) => known.get(id)?.beatAt.getTime() ?? []);
  return Math.max(...beats) >= newestBeat.getTime() - stoppedTogetherMs;
}

/** Of a process it knows, the last beat it took; it cannot be from after the start of one it does not know. */
function restoredTo({ known, evidence }: Findings, ahead: readonly JournalledProcess[]): Date | null {
  const times = ahead.map(({ id, startedAt }) => known.get(id)?.beatAt.getTime() ?? startedAt);
  if (times.length === 0) return evidence.newestBeat;
  return new Date(Math.min(...times, evidence.newestBeat?.getTime() ?? Number.POSITIVE_INFINITY));
}
