import type { Heartbeats } from '#platform/heartbeats.ts';
import type { Loop } from '#platform/feature.ts';
import type { Log } from '#platform/log.ts';
import { repeatEvery } from '#platform/repeat-every.ts';
import type { Campaigns } from '../parts.ts';
import { foldAll } from '../progress/fold.ts';
import { noteOpenings } from '../sending-window/note-openings.ts';
import { endSequences } from '../sequences/end-sequences.ts';
import { startDue } from '../start-due/start-due.ts';
import { endCancelled } from './end-cancelled.ts';
import { observeHeld } from './figures/metrics.ts';

/** Milliseconds between two looks: for schedules that are due, for campaigns that were cancelled, for windows that shut, for sequences that are over, and for figures to fold. */
const lookMs = { due: 1_000, cancel: 500, windows: 1_000, sequences: 2_000, figures: 1_000 };
/** Seconds after which a loop is stuck: cancelling a million rows is one round. */
const stuckSeconds = { due: 120, cancel: 900, windows: 120, sequences: 300, figures: 120 };

/** The part of a worker that begins and ends campaigns; delivery sends them in between. */
export function startCampaigns(campaigns: Campaigns, log: Log, heartbeats?: Heartbeats): Loop {
  const { database } = campaigns.settings;
  const beatOf = (loop: keyof typeof stuckSeconds) => heartbeats?.loop(`sending ${loop}`, stuckSeconds[loop]);
  observeHeld(database.sweep);
  const due = repeatEvery(lookMs.due, log, (signal) => startDue(database, signal), { beat: beatOf('due') });
  const cancel = repeatEvery(lookMs.cancel, log, (signal) => endCancelled(database, signal), {
    beat: beatOf('cancel'),
  });
  const figures = repeatEvery(lookMs.figures, log, (signal) => foldAll(database, signal), { beat: beatOf('figures') });
  const windows = repeatEvery(lookMs.windows, log, (signal) => noteOpenings(database, signal), {
    beat: beatOf('windows'),
  });
  const sequences = repeatEvery(lookMs.sequences, log, (signal) => endSequences(campaigns, signal), {
    beat: beatOf('sequences'),
  });
  return {
    async stop() {
      await Promise.all([due.stop(), cancel.stop(), windows.stop(), sequences.stop(), figures.stop()]);
    },
  };
}
