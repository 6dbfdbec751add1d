import { createContext, use } from 'react';
import type { Catalogue } from './rule-catalogue.ts';
import type { useRuleWords } from './rule-words.ts';

type Builder = {
  catalogue: Catalogue;
  words: ReturnType<typeof useRuleWords>;
  /** The number a row or group is called by, from top to bottom. */
  numberOf: (id: string | undefined) => number;
  /** Rows that had no value when somebody tried to save: mistakes now. */
  marked: ReadonlySet<string>;
  /** The row or group that leaves nobody. */
  emptiedId: string | undefined;
  /** No room for another condition. */
  full: string | undefined;
};

export const BuilderContext = createContext<Builder | undefined>(undefined);

export function useBuilder(): Builder {
  const builder = use(BuilderContext);
  if (!builder) throw new Error('Rules are shown inside the builder only');
  return builder;
}

/** How deep the half of the tree lies in which a group stands. */
export const BaseDepth = createContext(1);

const partSelector = (id: string) => `[data-part="${CSS.escape(id)}"]`;
const controls = 'input, button:not([data-remove]), [role=combobox]';

/** To what is missing or wrong in a row: its last control is the value. */
export function focusValueOf(id: string): void {
  const part = document.querySelector(partSelector(id));
  const value = part?.querySelector<HTMLElement>('[data-value] input, [data-value] button');
  const target = value ?? part?.querySelector<HTMLElement>(controls);
  part?.scrollIntoView({ block: 'nearest' });
  target?.focus();
}

/** Called before a change is on screen, so it waits for the next frame. */
export const focusSoon = (find: () => HTMLElement | null | undefined) =>
  requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()));

export const firstControlOf = (id: string) =>
  document.querySelector<HTMLElement>(`${partSelector(id)} :is(${controls})`);

export const addButtonOf = (id: string) => document.querySelector<HTMLElement>(`[data-add="${CSS.escape(id)}"]`);
