import type { Brand } from '@waggle/contracts/brand';
import type { Form } from '@waggle/contracts/forms';
import { createContext, use } from 'react';
import type { BuilderState } from './state/builder-state.ts';
import type { BuilderCommands } from './state/commands.ts';

export type Screen = 'desktop' | 'phone';
/** Beside the form on wide screens; in its place on narrow ones. */
export type BuilderTab = 'field' | 'settings' | 'fields' | 'form';

export type Builder = {
  state: BuilderState;
  commands: BuilderCommands;
  /** As the server last knew it; undefined while it is new. */
  form: Form | undefined;
  /** Whose form it is. */
  clientId: string | null;
  brand: Brand | undefined;
  readOnly: boolean;
  /** The width the form is drawn at. */
  screen: Screen;
  /** What keeps a field from being published, by its id; sentences. */
  problems: ReadonlyMap<string, readonly string[]>;
  /** Whether somebody tried to save it while something was missing. */
  tried: boolean;
  /** What the server would refuse, by path; shown at the settings. */
  complaints: Readonly<Record<string, string>>;
  showSettings: () => void;
  /** Takes over a draft the server made, such as an older version; it can be undone. */
  replaceDraft: (form: Form) => void;
};

export const BuilderContext = createContext<Builder | null>(null);

export function useBuilder(): Builder {
  const builder = use(BuilderContext);
  if (!builder) throw new Error('This part belongs inside the form builder');
  return builder;
}
