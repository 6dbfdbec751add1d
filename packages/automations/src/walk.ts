import { type Judged, packRule } from './judged.ts';
import { codeOf, type EndReason, type Outcome } from './outcomes.ts';
import { goalKey, leaveKey, nodeKey, stayRule } from './needs.ts';
import { type FrozenEmail, nextOf, type Node, type NodeOf, type Program } from './program.ts';
import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { laneAt, pointOf } from './split.ts';
import { after, nextWeekday, openAt, timeOnDay } from './times.ts';

/** Nodes that one turn passes at most; then the person rests for a moment and others get their turn. */
export const mostNodes = 50;
/** Days that an email waits for a place under the limit of the organization before it is skipped. */
const mostCappedDays = 3;
/** Days that an email waits for somebody to confirm their address: the link they were sent works as long. */
export const mostUnconfirmedDays = 30;
/** Days that an email waits for breaks to end: the longest, of 90 days, and as long again for who asks for another meanwhile. */
const mostPausedDays = 180;
const day = 86_400_000;

/** What later turns must know: the answers to webhooks by step, that the goal was reached, and why an email rests. */
export type Memory = Record<string, unknown>;
/** Under which they remember why they may not be mailed yet. No step is called so. */
const restKey = 'rests';

/** Somebody inside, at a step. All times are milliseconds. */
export type Run = {
  id: string;
  organizationId: string;
  automationId: string;
  /** Of the automation, and so of the contact; null is the organization's own. */
  clientId: string | null;
  contactId: string;
  step: number;
  /** Turns so far. */
  seq: number;
  pass: number;
  depth: number;
  enteredAt: number;
  arrivedAt: number;
  /** When the rest at this step ends at the latest; null for who has arrived and not begun it. */
  deadline: number | null;
  memory: Memory | null;
};

/** What is known of a person at one moment, as far as `needsFrom` asked for it. */
export type Facts = {
  /** Null for who is deleted or another client's. */
  contact: {
    zone: string;
    hasAddress: boolean;
    /** Why nothing may be mailed, other than a break; null for who may be. */
    unmailable: string | null;
    /** When the break ends that they asked for; null for none. */
    pausedUntil: number | null;
    fields: Record<string, unknown>;
  } | null;
  /** By node. */
  rules: ReadonlyMap<number, Judged>;
  /** Nodes whose rules name something that is gone, and so have no answer. */
  gone?: ReadonlySet<number>;
  /** By key: when it happened first since the person entered or arrived. */
  happened: ReadonlyMap<string, number>;
  /** The limit of emails, and when it allows the next one: null for now. Null where there is none. */
  limit: { freeAt: number | null } | null;
};

type EffectBase = { automationId: string; clientId: string | null; runId: string; contactId: string; stepId: string };
export type Effect = EffectBase &
  (
    | { kind: 'email'; frozen: FrozenEmail | null; enteredAt: number; pass: number }
    /** `depth` is that of the run: what listens to the change adds one. */
    | { kind: 'tag'; add: string[]; remove: string[]; depth: number }
    | { kind: 'field'; field: string; value: string; depth: number }
    | { kind: 'notify'; memberId: string | null; text: string }
    /** `seq` is that of the run while it waits for the answer. */
    | { kind: 'webhook'; url: string; seq: number; reply: boolean }
    | { kind: 'enter'; intoId: string; depth: number }
  );
export type EffectKind = Effect['kind'];
export type EffectOf<Kind extends EffectKind> = Extract<Effect, { kind: Kind }>;
type OwnOf<Each> = Each extends Effect ? Omit<Each, keyof EffectBase> : never;

export type Rest = { step: number; wakeAt: number; deadline: number | null; arrivedAt: number };
export type End = { end: EndReason; step: number };

/** What one person did when it was their turn. Without nodes, they were woken for nothing and rest as before. */
export type Turn = {
  nodes: number[];
  /** Codes; see `outcomeNames`. */
  outcomes: number[];
  /** Values that decided, by node. */
  seen: Record<number, Record<string, unknown>> | null;
  effects: Effect[];
  memory: Memory | null;
  next: Rest | End;
};

/** Leads somebody on from where they rest until they rest again or end. The same answers always lead the same way. */
export const walk = (program: Program, run: Run, facts: Facts, now: number): Turn =>
  new Walk(program, run, facts, now).turn();

/** `isOther`: for another reason than the rest before at the same node. */
type Step =
  | { to: number; outcome: Outcome }
  | { restUntil: number; deadline: number | null; isOther?: boolean }
  | { end: EndReason };

/** Thrown for who stands where rules are asked that have no answer: nobody goes on by them. */
export class RulesGone extends Error {}

class Walk {
  readonly #program: Program;
  readonly #run: Run;
  readonly #facts: Facts;
  readonly #now: number;
  readonly #turn: Omit<Turn, 'next'>;
  #at: number;
  /** When they arrived at the node, and when the rest there ends; null before it began. */
  #arrivedAt: number;
  #deadline: number | null;
  /** Whether steps of this turn changed what rules and fields say; what is known was read before. */
  #changed = false;
  /** Whether the goal led to where nothing was read for. */
  #jumped = false;

  constructor(program: Program, run: Run, facts: Facts, now: number) {
    this.#program = program;
    this.#run = run;
    this.#facts = facts;
    this.#now = now;
    this.#at = run.step;
    this.#arrivedAt = run.arrivedAt;
    this.#deadline = run.deadline;
    this.#turn = { nodes: [], outcomes: [], seen: null, effects: [], memory: run.memory };
  }

  turn(): Turn {
    const ended = this.#facts.contact ? this.#leavesEarly() : 'deleted';
    if (ended) return this.#end(ended);
    for (let passed = 0; ; passed += 1) {
      const node = this.#program.nodes[this.#at];
      if (!node) throw new Error(`There is no node ${this.#at}.`);
      if (passed === mostNodes || this.#asksAgain(node)) return this.#rest(this.#now, null);
      const step = this.#pass(node);
      if ('end' in step) return this.#end(step.end);
      if ('restUntil' in step) return this.#rest(step.restUntil, step.deadline, step.isOther);
      this.#note(this.#at, step.outcome);
      this.#goTo(step.to);
    }
  }

  #goTo(at: number): void {
    this.#at = at;
    this.#arrivedAt = this.#now;
    this.#deadline = null;
  }

  #note(at: number, outcome: Outcome): void {
    this.#turn.nodes.push(at);
    this.#turn.outcomes.push(codeOf(outcome));
  }

  #saw(values: Record<string, unknown>): void {
    this.#turn.seen = { ...this.#turn.seen, [this.#at]: values };
  }

  #rest(wakeAt: number, deadline: number | null, isOther = false): Turn {
    const wasHere = this.#run.seq > 0 && this.#turn.nodes.length === 0 && !isOther;
    if (!wasHere || this.#turn.effects.length > 0) this.#note(this.#at, 'rested');
    return { ...this.#turn, next: { step: this.#at, wakeAt, deadline, arrivedAt: this.#arrivedAt } };
  }

  #end(reason: EndReason): Turn {
    this.#note(this.#at, reason);
    return { ...this.#turn, next: { end: reason, step: this.#at } };
  }

  #happened(key: string, since: number): number | undefined {
    const at = this.#facts.happened.get(key);
    return at !== undefined && at > since ? at : undefined;
  }

  /** Rules to leave come before the goal. Whoever reached the goal goes on below the next goal step, once. */
  #leavesEarly(): EndReason | null {
    const { stay, goal } = this.#program;
    const { enteredAt, memory } = this.#run;
    if (stay.leaveWhen.some((_, at) => this.#happened(leaveKey(at), enteredAt) !== undefined)) return 'rule';
    if (!goal?.when || memory?.['goal'] || this.#happened(goalKey, enteredAt) === undefined) return null;
    const step = goal.reached === 'jump' ? this.#nextGoal() : undefined;
    if (step === undefined) return 'goal';
    this.#turn.memory = { ...memory, goal: true };
    this.#note(step.at, 'goal');
    this.#goTo(step.node.next);
    this.#jumped = true;
    return null;
  }

  /** The first goal step that can be reached from here. */
  #nextGoal(): { at: number; node: NodeOf<'goal'> } | undefined {
    const reached = new Set([this.#at]);
    for (let at = this.#at; at < this.#program.nodes.length; at += 1) {
      if (!reached.has(at)) continue;
      const node = this.#program.nodes[at]!;
      if (node.kind === 'goal') return { at, node };
      for (const next of nextOf(node)) reached.add(next);
    }
    return undefined;
  }

  /** Whether the node asks for something that this turn may have changed, or that was not read: the next turn knows it. */
  #asksAgain(node: Node): boolean {
    if (node.kind === 'email')
      return this.#jumped || (this.#changed && this.#program.stay.filter !== null) || this.#countsAnew(node);
    if (!this.#jumped && !this.#changed) return false;
    return (
      node.kind === 'if' ||
      (node.kind === 'wait-for' && node.since === 'entry') ||
      (node.kind === 'wait-until' && node.until.kind === 'field')
    );
  }

  /** Whether an email of this turn may have been the last one that the limit allows. */
  #countsAnew({ cap }: NodeOf<'email'>): boolean {
    return cap === 'obey' && this.#facts.limit !== null && this.#turn.effects.some(({ kind }) => kind === 'email');
  }

  #pass(node: Node): Step {
    switch (node.kind) {
      case 'email':
        return this.#email(node);
      case 'wait':
        return this.#wait(node.next, () => after(node.for, this.#now, this.#zone));
      case 'wait-until':
        return this.#wait(node.next, () => this.#untilOf(node));
      case 'wait-for':
        return this.#waitFor(node);
      case 'if':
        return this.#if(node);
      case 'split':
        return this.#split(node);
      case 'goal':
        return this.#goalStep(node);
      case 'leave':
      case 'end':
        return { end: node.kind === 'leave' ? 'left' : 'completed' };
      case 'webhook':
        return this.#webhook(node);
      default:
        return this.#act(node);
    }
  }

  #if({ rule, yes, no }: NodeOf<'if'>): Step {
    if (this.#facts.gone?.has(this.#at)) return this.#stop();
    return this.#holds(this.#at, rule) ? { to: yes, outcome: 'yes' } : { to: no, outcome: 'no' };
  }

  /** Whoever comes from above rests here first, so that what they passed is done. */
  #stop(): Step {
    if (this.#turn.nodes.length === 0) throw new RulesGone('The rules name something that was deleted.');
    return { restUntil: this.#now, deadline: null };
  }

  /** Of the rules of who stays only what ended it is kept: they are asked before every email. */
  #holds(asked: number, rule: RuleGroup): boolean {
    const judged = this.#facts.rules.get(asked);
    const holds = judged?.holds === true;
    const packed = judged && !(holds && asked === stayRule) ? packRule(rule, judged) : null;
    if (packed) this.#saw(packed);
    return holds;
  }

  get #zone(): string {
    return this.#facts.contact?.zone ?? 'UTC';
  }

  #wait(next: number, until: () => number | null): Step {
    if (this.#deadline !== null)
      return this.#now >= this.#deadline
        ? { to: next, outcome: 'done' }
        : { restUntil: this.#deadline, deadline: this.#deadline };
    const at = until();
    return at === null || at <= this.#now ? { to: next, outcome: 'not-waited' } : { restUntil: at, deadline: at };
  }

  #untilOf({ until }: NodeOf<'wait-until'>): number | null {
    if (until.kind === 'weekday') return nextWeekday(until.days, until.time, this.#now, this.#zone);
    if (until.kind === 'hours') return openAt(until.hours, this.#now, this.#zone);
    const value = this.#facts.contact?.fields[until.field];
    this.#saw({ value: value ?? null });
    return timeOnDay(value, until.plusDays, until.time, this.#zone);
  }

  /** What happened before the deadline counts, also when the turn comes late. */
  #waitFor(node: NodeOf<'wait-for'>): Step {
    const isNew = this.#deadline === null;
    const deadline = this.#deadline ?? after(node.atMost, this.#now, this.#zone);
    // Who arrives now has done nothing since.
    const since = node.since === 'entry' ? this.#run.enteredAt : this.#arrivedAt;
    const at = isNew && node.since === 'arrival' ? undefined : this.#happened(nodeKey(this.#at), since);
    if (at !== undefined && at <= deadline) {
      this.#saw({ at: new Date(at).toISOString() });
      return { to: node.happened, outcome: 'happened' };
    }
    return this.#now >= deadline ? { to: node.late, outcome: 'late' } : { restUntil: deadline, deadline };
  }

  #split(node: NodeOf<'split'>): Step {
    const point = pointOf({ ...this.#run, stepId: node.stepId });
    const lane = laneAt(
      point,
      node.lanes.map(({ weight }) => weight),
    );
    return { to: node.lanes[lane]!.next, outcome: `lane-${lane}` as Outcome };
  }

  #goalStep(node: NodeOf<'goal'>): Step {
    if (this.#program.goal?.reached !== 'jump') return { end: 'goal' };
    this.#turn.memory = { ...this.#turn.memory, goal: true };
    return { to: node.next, outcome: 'goal' };
  }

  /** Who may not be mailed is told apart before anything else is asked. */
  #email(node: NodeOf<'email'>): Step {
    const { next } = node;
    const kept = this.#keptBack();
    if (kept) return kept;
    const wasKept = this.#forgetRest();
    const { filter } = this.#program.stay;
    if (filter && this.#facts.gone?.has(stayRule)) return this.#stop();
    if (filter && !this.#holds(stayRule, filter)) return { end: 'filter' };
    if (!this.#facts.contact!.hasAddress) return { to: next, outcome: 'no-address' };
    const later = this.#later(node, wasKept);
    if (later) return later;
    const frozen = this.#program.emails?.[node.stepId] ?? null;
    const { enteredAt, pass } = this.#run;
    this.#effect(node, { kind: 'email', frozen, enteredAt, pass });
    return { to: next, outcome: 'sent' };
  }

  /** Outside the hours, or over the limit. */
  #later(node: NodeOf<'email'>, isOther: boolean): Step | null {
    const opensAt = this.#opensAt(node);
    if (opensAt > this.#now) {
      this.#saw({ opensAt: new Date(opensAt).toISOString() });
      return { restUntil: opensAt, deadline: this.#deadline, isOther };
    }
    const freeAt = (node.cap === 'obey' && this.#facts.limit?.freeAt) || 0;
    return freeAt > this.#now ? this.#capped(node.next, freeAt) : null;
  }

  /** Who opted out gets nothing more and leaves. Who has yet to confirm, or takes a break, waits: both may be over some day. */
  #keptBack(): Step | null {
    const { unmailable, pausedUntil } = this.#facts.contact!;
    if (unmailable === 'unconfirmed') return this.#restFor(unmailable, this.#arrivedAt + mostUnconfirmedDays * day);
    if (unmailable !== null) {
      this.#saw({ reason: unmailable });
      return { end: 'unsubscribed' };
    }
    if (pausedUntil === null || pausedUntil <= this.#now) return null;
    return this.#restFor('paused', Math.min(pausedUntil, this.#arrivedAt + mostPausedDays * day));
  }

  #restFor(reason: 'unconfirmed' | 'paused', until: number): Step {
    if (until <= this.#now) {
      this.#saw({ reason });
      return { end: 'unsubscribed' };
    }
    this.#saw({ reason, until: new Date(until).toISOString() });
    const isOther = this.#turn.memory?.[restKey] !== reason;
    this.#turn.memory = { ...this.#turn.memory, [restKey]: reason };
    return { restUntil: until, deadline: null, isOther };
  }

  /** Whether they were kept back until now. */
  #forgetRest(): boolean {
    const { [restKey]: reason, ...memory } = this.#turn.memory ?? {};
    if (reason === undefined) return false;
    this.#turn.memory = Object.keys(memory).length > 0 ? memory : null;
    return true;
  }

  #opensAt(node: NodeOf<'email'>): number {
    const hours = node.hours ?? this.#program.hours;
    return hours ? openAt(hours, this.#now, this.#zone) : this.#now;
  }

  #capped(next: number, freeAt: number): Step {
    const deadline = this.#deadline ?? after({ amount: mostCappedDays, unit: 'days' }, this.#now, this.#zone);
    this.#saw({ freeAt: new Date(freeAt).toISOString() });
    if (freeAt <= deadline) return { restUntil: freeAt, deadline, isOther: this.#deadline === null };
    return { to: next, outcome: 'capped' };
  }

  #webhook(node: NodeOf<'webhook'>): Step {
    const { next, url, reply, stepId } = node;
    if (this.#deadline === null) {
      this.#effect(node, { kind: 'webhook', url, seq: this.#run.seq + 1, reply: reply !== null });
      if (!reply) return { to: next, outcome: 'done' };
      const deadline = after(reply.atMost, this.#now, this.#zone);
      return { restUntil: deadline, deadline };
    }
    if (this.#turn.memory?.[stepId] !== undefined) return { to: next, outcome: 'answered' };
    return this.#now >= this.#deadline
      ? { to: next, outcome: 'unanswered' }
      : { restUntil: this.#deadline, deadline: this.#deadline };
  }

  #act(node: NodeOf<'tag' | 'field' | 'notify' | 'enter'>): Step {
    const { depth } = this.#run;
    switch (node.kind) {
      case 'tag':
        this.#effect(node, { kind: 'tag', add: node.add, remove: node.remove, depth });
        break;
      case 'field':
        this.#effect(node, { kind: 'field', field: node.field, value: node.value, depth });
        break;
      case 'notify':
        this.#effect(node, { kind: 'notify', memberId: node.memberId, text: node.text });
        break;
      case 'enter':
        if (node.automationId) this.#effect(node, { kind: 'enter', intoId: node.automationId, depth: depth + 1 });
    }
    this.#changed ||= node.kind === 'tag' || node.kind === 'field';
    return { to: node.next, outcome: 'done' };
  }

  #effect({ stepId }: Node, effect: OwnOf<Effect>): void {
    const { id: runId, automationId, clientId, contactId } = this.#run;
    this.#turn.effects.push({ automationId, clientId, runId, contactId, stepId, ...effect });
  }
}
