import type { NotEntered, PaperPerson, PaperRun, ReplayScene } from '@waggle/automations/replay';
import { type BackTestResult, mostTrialPeople } from '@waggle/contracts/automation-trials';
import type { Turn } from '@waggle/contracts/automations';
import { offsetAt } from '@waggle/contracts/zones';
import type { z } from 'zod';
import { presentSteps } from '../runs/present-turn.ts';
import { daysBetween } from './entries.ts';

export type Figures = Omit<BackTestResult, 'people' | 'limits' | 'sample' | 'hasCap'>;
export type SamplePerson = {
  contactId: string;
  enteredAt: Date;
  emails: number;
  end: string | null;
  turns: z.infer<typeof Turn>[];
};

const [hour, day] = [3_600_000, 86_400_000];
type Step = { arrived: number; sent: number; later: number; left: number };
type Chosen = { contactId: string; run: PaperRun; rank: number };

/** Adds up what became of everybody, and keeps some of them by chance, the same ones each time. */
export class Tally {
  readonly #scene: ReplayScene;
  readonly #steps: Step[];
  readonly #days: string[];
  /** Emails by day and node. */
  readonly #sent = new Map<string, number[]>();
  readonly #notEntered = new Map<NotEntered, number>();
  readonly #ends = new Map<string, number>();
  readonly #offsets = new Map<number, number>();
  #chosen: Chosen[] = [];
  #seen = 0;
  #entered = 0;
  #moved = 0;
  #held = 0;

  constructor(scene: ReplayScene) {
    this.#scene = scene;
    this.#steps = scene.program.nodes.map(() => ({ arrived: 0, sent: 0, later: 0, left: 0 }));
    this.#days = daysBetween(scene.from, scene.to, scene.zone);
  }

  add(contactId: string, { seen, runs, notEntered }: PaperPerson): void {
    this.#seen += seen;
    this.#entered += runs.length;
    for (const [reason, count] of notEntered) addTo(this.#notEntered, reason, count);
    for (const run of runs) {
      this.#addRun(run);
      this.#choose(contactId, run);
    }
  }

  #addRun({ turns, emails, moved, held, end }: PaperRun): void {
    this.#moved += moved;
    this.#held += held;
    // The first node of a later turn is where the person rested, and was counted when they arrived there.
    for (const [turnNo, { nodes }] of turns.entries())
      for (const [at, node] of nodes.entries()) if (at > 0 || turnNo === 0) this.#steps[node]!.arrived += 1;
    for (const { step, at, moved, held } of emails) {
      this.#steps[step]!.sent += 1;
      if (moved || held) this.#steps[step]!.later += 1;
      const dayText = this.#dayOf(at);
      const sent = this.#sent.get(dayText) ?? this.#steps.map(() => 0);
      sent[step]! += 1;
      this.#sent.set(dayText, sent);
    }
    if (!end) return;
    this.#steps[end.step]!.left += 1;
    addTo(this.#ends, end.end, 1);
  }

  /** The last letters of an id are random. */
  #choose(contactId: string, run: PaperRun): void {
    this.#chosen.push({ contactId, run, rank: Number.parseInt(contactId.slice(-8), 16) });
    if (this.#chosen.length >= 2 * mostTrialPeople) this.#cut();
  }

  #cut(): void {
    this.#chosen = this.#chosen.sort((one, other) => one.rank - other.rank).slice(0, mostTrialPeople);
  }

  #dayOf(at: number): string {
    const hourNo = Math.floor(at / hour);
    const offset = this.#offsets.get(hourNo) ?? offsetAt(this.#scene.zone, at);
    this.#offsets.set(hourNo, offset);
    return new Date(Math.floor((at + offset) / day) * day).toISOString().slice(0, 10);
  }

  figures(): Figures {
    const ended = [...this.#ends.values()].reduce((sum, count) => sum + count, 0);
    const byDay = [...this.#sent].map(([onDay, sent]) => ({ day: onDay, emails: total(sent) }));
    const busiest = byDay.sort((one, other) => other.emails - one.emails || one.day.localeCompare(other.day))[0];
    return {
      seen: this.#seen,
      entered: this.#entered,
      emails: total(byDay.map(({ emails }) => emails)),
      busiestDay: busiest ?? null,
      movedByHours: this.#moved,
      heldByCap: this.#held,
      weeks: this.#weeks(),
      steps: this.#stepFigures(),
      notEntered: [...this.#notEntered].map(([reason, count]) => ({ reason, count })),
      ends: [...this.#ends].map(([reason, count]) => ({ reason, count })),
      inside: this.#entered - ended,
    };
  }

  #weeks(): Figures['weeks'] {
    const emailNodes = this.#scene.program.nodes.flatMap((node, at) => (node.kind === 'email' ? [{ node, at }] : []));
    const starts = this.#days.filter((_, at) => at % 7 === 0);
    return starts.map((from, week) => {
      const days = this.#days.slice(week * 7, week * 7 + 7);
      const emails = emailNodes.map(({ node, at }) => ({
        stepId: node.stepId,
        sent: total(days.map((onDay) => this.#sent.get(onDay)?.[at] ?? 0)),
      }));
      return { from, to: days.at(-1)!, emails };
    });
  }

  #stepFigures(): Figures['steps'] {
    return this.#scene.program.nodes.flatMap(({ kind, stepId }, at) => {
      if (kind === 'end') return [];
      const { arrived, sent, later, left } = this.#steps[at]!;
      const isEmail = kind === 'email';
      return [{ stepId, kind, arrived, sent: isEmail ? sent : null, later: isEmail ? later : null, left }];
    });
  }

  /** The newest first. */
  people(): SamplePerson[] {
    this.#cut();
    return this.#chosen
      .map(({ contactId, run }) => ({
        contactId,
        enteredAt: new Date(run.enteredAt),
        emails: run.emails.length,
        end: run.end?.end ?? null,
        turns: run.turns.map((turn) => presentTurn(this.#scene, turn)),
      }))
      .sort((one, other) => other.enteredAt.getTime() - one.enteredAt.getTime());
  }
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
const addTo = <Key>(counts: Map<Key, number>, key: Key, more: number) => counts.set(key, (counts.get(key) ?? 0) + more);

/** As a turn of a run is shown. */
export const presentTurn = (
  { program }: ReplayScene,
  { at, ...turn }: PaperRun['turns'][number],
): z.infer<typeof Turn> => ({ at: new Date(at).toISOString(), steps: presentSteps(program, turn) });
