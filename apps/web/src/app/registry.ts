import type { Person, Audience, FeatureEntry, NavItem, PaletteAction } from '#lib/registry.ts';
import { holds } from '@waggle/contracts/rights';
import { contactsEntry } from '#features/contacts/index.ts';
import { dashboardEntry } from '#features/dashboard/index.ts';
import { linksEntry } from '#features/links/index.ts';
import { settingsEntry } from '#features/settings/index.ts';

/** Everything the shell shows of the features, in the order of the sidebar. */
const entries: readonly FeatureEntry[] = [dashboardEntry, contactsEntry, linksEntry, settingsEntry];

const mayUse = ({ role, organizationType }: Person, audience: Audience): boolean =>
  (audience.right === undefined || holds(role, audience.right)) &&
  (audience.organizationType === undefined || audience.organizationType === organizationType);

export const navItemsFor = (person: Person): NavItem[] =>
  entries.flatMap(({ nav }) => (nav && mayUse(person, nav) ? [nav] : []));

export const paletteActionsFor = (person: Person): PaletteAction[] =>
  entries.flatMap(({ palette = [] }) => palette.filter((action) => mayUse(person, action)));
