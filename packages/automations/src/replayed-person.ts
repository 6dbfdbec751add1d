import { assumedOpen } from './assumed-opens.ts';
import { outcomeOf } from './outcomes.ts';
import { kindOfLine, type PastLine, type PastPerson } from './past-person.ts';
import { paperFacts } from './paper-facts.ts';
import { putOff } from './put-off.ts';
import type { NotEntered, PaperPerson, PaperRun, Replay } from './replay.ts';
import { judgeThen, type Moment } from './rules-then.ts';
import { type Effect, type EffectOf, type Rest, type Run, type Turn, walk } from './walk.ts';

const day = 86_400_000;

type Inside = { run: Run; wakeAt: number; paper: PaperRun; late: Map<number, { moved: boolean; held: boolean }> };

/** What would have become of a contact. */
export const leadThrough = (replay: Replay, person: PastPerson): PaperPerson =>
  new ReplayedPerson(replay, person).lead();

/** One contact on the way through. */
class ReplayedPerson {
  readonly #replay: Replay;
  readonly #person: PastPerson;
  /** What happened up to now, in order. */
  readonly #past: PastLine[] = [];
  /** What comes, in order. */
  readonly #coming: PastLine[] = [];
  readonly #tags: Set<string>;
  /** Values that field steps have set; null is taken away. */
  readonly #set = new Map<string, unknown>();
  readonly #inside: Inside[] = [];
  readonly #result: PaperPerson = { seen: 0, runs: [], notEntered: new Map() };
  #entered: { times: number; pass: number; lastAt: number; occasions: Map<string, number> } | null = null;
  #now: number;
  #turns = 0;

  constructor(replay: Replay, person: PastPerson) {
    this.#replay = replay;
    this.#person = person;
    this.#now = replay.scene.from;
    this.#tags = new Set(person.tags);
    for (const line of person.lines) (line.at < this.#now ? this.#past : this.#coming).push(line);
  }

  /** Whatever happens at the moment somebody is due happens first. */
  lead(): PaperPerson {
    const { to, mostTurns } = this.#replay.scene;
    for (;;) {
      const line = this.#coming[0];
      const dueAt = this.#inside.reduce((first, { wakeAt }) => Math.min(first, wakeAt), Infinity);
      const at = Math.min(line?.at ?? Infinity, dueAt);
      if (at > to || at === Infinity || this.#turns >= mostTurns) return this.#result;
      this.#now = Math.max(this.#now, at);
      if (line && line.at === at) this.#happen(this.#coming.shift()!);
      else this.#takeTurns(this.#inside.filter(({ wakeAt }) => wakeAt <= this.#now));
    }
  }

  #happen(line: PastLine): void {
    this.#past.push(line);
    if (line.stepId === undefined && line.refId !== null) {
      if (line.type === 'tag.added') this.#tags.add(line.refId);
      if (line.type === 'tag.removed') this.#tags.delete(line.refId);
    }
    const kind = kindOfLine(line.type);
    if (kind !== null)
      for (const each of this.#inside)
        if (each.wakeAt > this.#now && this.#replay.isHeardAt(each.run.step, kind)) each.wakeAt = this.#now;
    if (line.entry) this.#wantsIn(line.entry);
  }

  #wantsIn(entry: NonNullable<PastLine['entry']>): void {
    this.#result.seen += 1;
    const reason = this.#keptOut(entry);
    if (reason === null) this.#enter(entry);
    else this.#result.notEntered.set(reason, (this.#result.notEntered.get(reason) ?? 0) + 1);
  }

  /** By the rules of `entries/enter.ts`, in its order. */
  #keptOut({ occasion }: NonNullable<PastLine['entry']>): NotEntered | null {
    const { filter, again, notWithinDays } = this.#replay.scene.entry;
    if (filter && !judgeThen(filter, this.#moment()).holds) return 'filter';
    if (!this.#entered) return null;
    if (again === 'never' && !occasion?.yearly) return 'entered-before';
    if (notWithinDays > 0 && this.#entered.lastAt > this.#now - notWithinDays * day) return 'too-soon';
    if (this.#wasIn(occasion)) return 'this-year';
    return again !== 'each-time' && this.#inside.length > 0 ? 'inside' : null;
  }

  #wasIn(occasion: { key: string; year: number } | undefined): boolean {
    return occasion !== undefined && (this.#entered?.occasions.get(occasion.key) ?? 0) >= occasion.year;
  }

  #enter({ depth, occasion }: NonNullable<PastLine['entry']>): void {
    const { organizationId, automationId, clientId } = this.#replay.scene;
    const { contactId } = this.#person;
    const before = this.#entered;
    const times = (before?.times ?? 0) + 1;
    const pass = before && isSameMonth(before.lastAt, this.#now) ? before.pass + 1 : 1;
    const occasions = before?.occasions ?? new Map<string, number>();
    if (occasion) occasions.set(occasion.key, occasion.year);
    this.#entered = { times, pass, lastAt: this.#now, occasions };
    const paper: PaperRun = { enteredAt: this.#now, turns: [], emails: [], moved: 0, held: 0, end: null };
    const whose = { id: `${contactId}/${times}`, organizationId, automationId, clientId, contactId };
    const start = { step: 0, seq: 0, enteredAt: this.#now, arrivedAt: this.#now, deadline: null, memory: null };
    const run = { ...whose, ...start, pass, depth };
    this.#inside.push({ run, wakeAt: this.#now, paper, late: new Map() });
    this.#result.runs.push(paper);
  }

  /** Who is inside more than once and due at the same moment is moved at once: all of it is read before anything is done. What is put off stays due. */
  #takeTurns(due: readonly Inside[]): void {
    const { program } = this.#replay.scene;
    const moment = this.#moment();
    const walked = due.map((inside) => {
      const { run } = inside;
      const facts = paperFacts(this.#replay, { run, person: this.#person, moment, set: this.#set });
      return { inside, run, facts, turn: walk(program, run, facts, this.#now) };
    });
    const later = putOff(walked);
    const moved = walked.filter((each) => !later.has(each));
    this.#turns += moved.length;
    this.#change(moved.flatMap(({ turn }) => turn.effects));
    for (const { inside, turn } of moved) {
      this.#sendAll(turn, inside);
      this.#leadOn(inside, turn);
    }
  }

  #leadOn(inside: Inside, { nodes, outcomes, seen, effects, next, memory }: Turn): void {
    if (nodes.length > 0) inside.paper.turns.push({ at: this.#now, nodes, outcomes, seen, effects, next });
    if ('end' in next) {
      inside.paper.end = next;
      this.#inside.splice(this.#inside.indexOf(inside), 1);
      return;
    }
    // Who has yet to confirm or takes a break waits for neither hours nor a limit.
    if (!seen?.[next.step]?.['reason']) this.#noteLate(inside, next);
    const { wakeAt, ...rest } = next;
    inside.run = { ...inside.run, ...rest, memory, seq: inside.run.seq + (nodes.length > 0 ? 1 : 0) };
    // What somebody said happens does so a moment after they arrived, when the next turn can know it.
    inside.wakeAt = this.#replay.isSaidAt(next.step) ? Math.min(wakeAt, this.#now + 1) : wakeAt;
  }

  #isEmail(step: number): boolean {
    return this.#replay.scene.program.nodes[step]?.kind === 'email';
  }

  #noteLate({ run, late, paper }: Inside, next: Rest): void {
    if (next.wakeAt <= this.#now || !this.#isEmail(next.step)) return;
    const known = late.get(next.step) ?? { moved: false, held: false };
    late.set(next.step, known);
    const isMoved = next.deadline === null;
    // The limit sets the end of the rest, hours leave it as it is.
    const isHeld = !isMoved && (run.step !== next.step || run.deadline === null);
    if (isMoved && !known.moved) paper.moved += 1;
    if (isHeld && !known.held) paper.held += 1;
    known.moved ||= isMoved;
    known.held ||= isHeld;
  }

  /** Before emails, in the order of the engine. */
  #change(effects: readonly Effect[]): void {
    this.#changeTags(effects.filter((effect) => effect.kind === 'tag'));
    for (const effect of effects) {
      if (effect.kind !== 'field') continue;
      const stored = this.#replay.scene.stored(effect.field, effect.value);
      if (stored !== undefined) this.#set.set(effect.field, stored);
    }
  }

  #sendAll({ nodes, outcomes }: Turn, { paper, late }: Inside): void {
    for (const [at, node] of nodes.entries()) {
      if (outcomeOf(outcomes[at]!) !== 'sent') continue;
      paper.emails.push({ step: node, at: this.#now, ...(late.get(node) ?? { moved: false, held: false }) });
      this.#send(this.#replay.scene.program.nodes[node]!.stepId);
    }
  }

  /** Of two steps that contradict each other the later one counts, and a tag that somebody has is not given again. */
  #changeTags(effects: readonly EffectOf<'tag'>[]): void {
    const last = new Map<string, boolean>();
    for (const { add, remove } of effects) {
      for (const id of add) last.set(id.toLowerCase(), true);
      for (const id of remove) last.set(id.toLowerCase(), false);
    }
    for (const [refId, has] of last) {
      if (this.#tags.has(refId) === has || !this.#replay.scene.knownTags.has(refId)) continue;
      if (has) this.#tags.add(refId);
      else this.#tags.delete(refId);
      this.#follow({ type: has ? 'tag.added' : 'tag.removed', refId, at: this.#now, stepId: '' });
    }
  }

  #send(stepId: string): void {
    const { organizationId, automationId, rates, asksOpens } = this.#replay.scene;
    this.#past.push({ type: 'email.sent', refId: null, at: this.#now, stepId });
    if (!asksOpens) return;
    const { contactId } = this.#person;
    const email = { organizationId, automationId, contactId, stepId, at: this.#now };
    const { openedAt, clickedAt } = assumedOpen(email, rates);
    if (openedAt !== null) this.#follow({ type: 'email.opened', refId: null, at: openedAt, stepId });
    if (clickedAt !== null) this.#follow({ type: 'email.clicked', refId: null, at: clickedAt, stepId });
  }

  #follow(line: PastLine): void {
    const behind = this.#coming.findIndex(({ at }) => at > line.at);
    this.#coming.splice(behind === -1 ? this.#coming.length : behind, 0, line);
  }

  #moment(): Moment {
    const { createdAt, lastActivityAt, submissions } = this.#person;
    return {
      now: this.#now,
      createdAt,
      lastActivityAt,
      submissions,
      lines: this.#past,
      tags: this.#tags,
      forms: this.#replay.scene.forms,
      today: (condition) => this.#person.today(condition, this.#set),
    };
  }
}

const isSameMonth = (one: number, other: number): boolean =>
  new Date(one).toISOString().slice(0, 7) === new Date(other).toISOString().slice(0, 7);
