import type { LinkProps } from '@tanstack/react-router';
import type { OrganizationType } from '@waggle/contracts/accounts';
import type { QueryKey } from '@tanstack/react-query';
import type { startSteps } from '@waggle/contracts/dashboard';
import type { LiveKind } from '@waggle/contracts/live';
import type { Tier } from '@waggle/contracts/plans';
import type { ContactFilter } from '@waggle/contracts/contacts';
import type { Right } from '@waggle/contracts/rights';
import type { SessionRole } from '@waggle/contracts/roles';
import type { ParseKeys } from 'i18next';
import type { LucideIcon } from 'lucide-react';
import { type ComponentType, createContext } from 'react';

/** From the top of the sidebar. */
export const navGroups = ['main', 'tools', 'account'] as const;
export type NavGroup = (typeof navGroups)[number];

/** Who may see an entry; the server refuses everybody else anyway. */
export type Audience = {
  right?: Right;
  organizationType?: OrganizationType;
  /** Only where plans are sold. */
  sellsPlans?: true;
};

/** Plans that include it; on others the shell names the lowest of them. */
type Planned = { tiers?: readonly Tier[] };

export type NavItem = Audience &
  Planned & {
    group: NavGroup;
    /** In its group, from the top. */
    place: number;
    to: NonNullable<LinkProps['to']>;
    label: ParseKeys<'shell'>;
    icon: LucideIcon;
    /** Pressed after `g`. */
    key: string;
    /** Active on exactly this path only. */
    exact?: boolean;
    /** Shows the number beside the label. */
    Badge?: ComponentType;
  };

export type PaletteAction = Audience &
  Planned & {
    id: string;
    to: NonNullable<LinkProps['to']>;
    search?: Record<string, unknown>;
    label: ParseKeys<'shell'>;
    icon: LucideIcon;
    /** Two keys such as `c f`. */
    keys?: string;
    /** Pages are listed after what can be done. */
    kind?: 'action' | 'page';
  };

/** A record the palette shows. */
export type FoundRecord = {
  id: string;
  label: string;
  /** Beside the label, such as an email address. */
  hint?: string;
  link: Pick<LinkProps, 'to' | 'params' | 'search'>;
  clientId?: string | null;
};

/** `searchedFor`: the words looked for instead, when nothing fits as typed. */
export type FoundRecords = { records: FoundRecord[]; searchedFor?: string | null };

/** Records of a feature that the palette finds. The server decides which of them a person may see. */
export type RecordSearch = Audience & {
  kind: string;
  heading: ParseKeys<'shell'>;
  icon: LucideIcon;
  /** Shown by initials instead of the icon. */
  isPerson?: boolean;
  find: (question: { search: string; limit: number }, signal: AbortSignal) => Promise<FoundRecords>;
};

/** Where a first step is done, who may do it, and how many minutes it takes. Several features may offer the same step. */
export type StartPlace = Planned & {
  link: Pick<LinkProps, 'to' | 'search' | 'hash'>;
  right?: Right;
  minutes: number;
  /** Its name where a step can be done in several places. */
  choice?: { icon: LucideIcon; label: ParseKeys<'dashboard'> };
  /** What somebody who only looks finds there. */
  look?: {
    to: NonNullable<LinkProps['to']>;
    icon: LucideIcon;
    title: ParseKeys<'dashboard'>;
    text: ParseKeys<'dashboard'>;
  };
};
type StepKey = (typeof startSteps)[number];
export type StartPlaces = Partial<Record<StepKey, readonly StartPlace[]>>;

/** Cards of work under way, in the dock of every page. */
type DockCards = Audience & { id: string; Cards: ComponentType };

/** A line above every page while something is wrong; it loads its own texts and is nothing otherwise. */
type Bar = Audience & { id: string; Bar: ComponentType<{ className?: string }> };

/** A tab of a later feature on the sheet of a contact; it loads its own texts. */
type ContactTab = { id: string; label: ParseKeys<'shell'>; Tab: ComponentType<{ contactId: string }> };

/** Contacts that something is done with: some by name, or everybody who fits. */
export type ChosenContacts = { ids: readonly string[] } | { filter: ContactFilter; total: number };
export type ContactActionProps = {
  contacts: ChosenContacts;
  onClose: () => void;
  /** Once it is done or goes on by itself; the dialog may stay open and tell. */
  onDone: () => void;
};

/** Something a later feature does with one contact, or with many; its dialog loads its own texts. */
export type ContactAction = Audience & {
  id: string;
  label: ParseKeys<'shell'>;
  icon: LucideIcon;
  Dialog: ComponentType<ContactActionProps>;
};

/** Cards of a later feature on Overview; they load their own texts. */
type OverviewCards = { id: string; Cards: ComponentType };

/** What the shell shows of a feature; the app's registry reads the `entry.ts` of every folder. */
export type FeatureEntry = {
  nav?: NavItem;
  palette?: readonly PaletteAction[];
  records?: readonly RecordSearch[];
  startSteps?: Partial<Record<StepKey, StartPlace>>;
  dock?: readonly DockCards[];
  bars?: readonly Bar[];
  contactTabs?: readonly ContactTab[];
  contactActions?: readonly ContactAction[];
  overviewCards?: readonly OverviewCards[];
  /** Which queries are asked again when the server says that a kind of thing changed. */
  live?: Partial<Record<LiveKind, readonly QueryKey[]>>;
};

/** The steps of all features, for the start list. */
export const StartPlacesContext = createContext<StartPlaces>({});

/** The tabs of all features, for the sheet of a contact. */
export const ContactTabsContext = createContext<readonly ContactTab[]>([]);

/** What this person may do with contacts by later features. */
export const ContactActionsContext = createContext<readonly ContactAction[]>([]);

/** The cards of all features, for Overview. */
export const OverviewCardsContext = createContext<readonly OverviewCards[]>([]);

export type Person = { role: SessionRole; organizationType: OrganizationType | undefined; sellsPlans: boolean };
