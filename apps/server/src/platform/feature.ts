import type { Endpoint } from '@waggle/contracts/endpoint';
import type { AuditSubjects } from './audit/audit.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { Event } from './events/event.ts';
import type { Subscription } from './events/subscription.ts';
import type { Heartbeats } from './heartbeats.ts';
import type { Hosts } from './hosts/hosts.ts';
import type { Mount } from './http/serve.ts';
import { checkDrainHandlers, type DrainHandler } from './inbox/handlers.ts';
import type { InboxKind } from './inbox/kind.ts';
import type { Installation } from './installation/installation.ts';
import type { Cron } from './jobs/cron.ts';
import type { Handler } from './jobs/handlers.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mail/mail.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Storage } from './storage/storage.ts';

/** What a process has before any feature. */
export type Platform = {
  config: Config;
  database: Database;
  log: Log;
  limits: RateLimits;
  mailer: Mailer;
  storage: Storage;
  installation: Installation;
  /** Host names of organizations. */
  hosts: Hosts;
};

/** What another feature made; it stands earlier in the list. */
export type PartsOf = <Parts>(feature: Feature<Parts>) => Parts;

/** Work of a worker that is not made of jobs. */
export type Loop = { stop(): Promise<void> };

/** All that the processes, the matrices and the docs know of a feature. `Parts` is what it needs beyond a tenant's rows. */
export type Feature<Parts = unknown> = {
  name: string;
  /** The calls it declares, all of which its routes serve. */
  endpoints: readonly Endpoint[];
  /** Tables it owns. Others reach them through its index.ts. */
  tables: readonly string[];
  /** Called once in each process. */
  create(platform: Platform, partsOf: PartsOf): Parts;
  routes?(mount: Mount, parts: Parts): void;
  handlers?(parts: Parts, platform: Platform): Handler[];
  crons?: readonly Cron[];
  /** What it publishes. A process hands on what its features declare, and leaves the rest to a newer one. */
  events?: readonly Event[];
  /** Kinds of the inbox it understands, each with one drain. */
  inboxKinds?: readonly InboxKind[];
  /** What understands its kinds of the inbox. */
  drains?(parts: Parts): Promise<DrainHandler[]>;
  /** What it does when another feature publishes an event. */
  subscriptions?(parts: Parts): Subscription[];
  loop?(parts: Parts, log: Log, heartbeats: Heartbeats): Loop;
  /** How the audit log reads its things. */
  subjects?: Partial<AuditSubjects>;
};

export const defineFeature = <Parts>(feature: Feature<Parts>): Feature<Parts> => feature;

/** A feature with its parts. */
type Made = { feature: Feature; parts: unknown };

/** Makes the parts of every feature in the order of the list, and answers what they add to a process. */
export function createFeatures(list: readonly Feature[], platform: Platform) {
  const made = new Map<string, Made>();
  const partsOf: PartsOf = <Parts>({ name }: Feature<Parts>) => {
    const found = made.get(name);
    if (!found) throw new Error(`The feature "${name}" stands later in the list than one that needs it.`);
    return found.parts as Parts;
  };
  for (const feature of list) {
    if (made.has(feature.name)) throw new Error(`The feature "${feature.name}" is listed twice.`);
    made.set(feature.name, { feature, parts: feature.create(platform, partsOf) });
  }
  const all = [...made.values()];

  return {
    partsOf,
    mount: (mount: Mount) => all.forEach(({ feature, parts }) => feature.routes?.(mount, parts)),
    handlers: () => all.flatMap(({ feature, parts }) => feature.handlers?.(parts, platform) ?? []),
    crons: () => list.flatMap(({ crons }) => crons ?? []),
    drains: async () => {
      const drains = await Promise.all(all.map(async ({ feature, parts }) => (await feature.drains?.(parts)) ?? []));
      checkDrainHandlers(
        list.flatMap(({ inboxKinds }) => inboxKinds ?? []),
        drains.flat(),
      );
      return drains.flat();
    },
    events: () => list.flatMap(({ events }) => events ?? []),
    subscriptions: () => all.flatMap(({ feature, parts }) => feature.subscriptions?.(parts) ?? []),
    loops: (log: Log, heartbeats: Heartbeats) =>
      all.flatMap(({ feature, parts }) => feature.loop?.(parts, log, heartbeats) ?? []),
  };
}

/** How the audit log reads the things of every feature. */
export const subjectsOf = (list: readonly Feature[]): AuditSubjects =>
  Object.assign({}, ...list.map(({ subjects }) => subjects)) as AuditSubjects;
