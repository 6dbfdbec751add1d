import type { QueryKey } from '@tanstack/react-query';
import { startSteps } from '@waggle/contracts/dashboard';
import type { LiveKind } from '@waggle/contracts/live';
import { holds } from '@waggle/contracts/rights';
import {
  type Audience,
  type FeatureEntry,
  type NavItem,
  navGroups,
  type PaletteAction,
  type Person,
  type RecordSearch,
  type StartPlaces,
} from '#lib/registry.ts';

const rank = ({ nav }: FeatureEntry): number => (nav ? navGroups.indexOf(nav.group) * 100 + nav.place : Infinity);

/** Everything the shell shows of the features, in the order of the sidebar. Fetched with the shell, not with sign-in. */
const entries = Object.values(
  import.meta.glob<FeatureEntry>('../features/*/entry.ts', { eager: true, import: 'entry' }),
).sort((one, other) => rank(one) - rank(other));

const mayUse = ({ role, organizationType, sellsPlans }: Person, audience: Audience): boolean =>
  (audience.right === undefined || holds(role, audience.right)) &&
  (audience.organizationType === undefined || audience.organizationType === organizationType) &&
  (audience.sellsPlans === undefined || sellsPlans);

export const navItemsFor = (person: Person): NavItem[] =>
  entries.flatMap(({ nav }) => (nav && mayUse(person, nav) ? [nav] : []));

export const paletteActionsFor = (person: Person): PaletteAction[] =>
  entries.flatMap(({ palette = [] }) => palette.filter((action) => mayUse(person, action)));

export const recordSearchesFor = (person: Person): RecordSearch[] =>
  entries.flatMap(({ records = [] }) => records.filter((search) => mayUse(person, search)));

export const startPlaces: StartPlaces = Object.fromEntries(
  startSteps.map((step) => [step, entries.flatMap((entry) => entry.startSteps?.[step] ?? [])]),
);

export const contactTabs = entries.flatMap((entry) => entry.contactTabs ?? []);

export const contactActionsFor = (person: Person) =>
  entries.flatMap(({ contactActions = [] }) => contactActions.filter((action) => mayUse(person, action)));

export const overviewCards = entries.flatMap((entry) => entry.overviewCards ?? []);

export const docksFor = (person: Person) =>
  entries.flatMap(({ dock = [] }) => dock.filter((cards) => mayUse(person, cards)));

export const barsFor = (person: Person) =>
  entries.flatMap(({ bars = [] }) => bars.filter((bar) => mayUse(person, bar)));

export const liveKeys = (kinds: readonly LiveKind[]): QueryKey[] =>
  entries.flatMap(({ live = {} }) => kinds.flatMap((kind) => live[kind] ?? []));
