import type { FormDefinition, FormSettings } from '@waggle/contracts/form-definition';

export type PanelProps = {
  definition: FormDefinition;
  change: (patch: Partial<FormDefinition>) => void;
  settings: FormSettings;
  changeSettings: (patch: Partial<FormSettings>) => void;
  /** What the server would refuse, by its path such as `settings.redirectUrl`; keys of their translations. */
  complaints: Readonly<Record<string, string>>;
  /** Whose form it is: tags, senders and people of others are not offered. */
  clientId: string | null;
  /** Undefined until a new form is saved for the first time. */
  formId: string | undefined;
  /** A VIEWER looks only; native controls and those of the kit are disabled by the panel's frame already. */
  readOnly: boolean;
};
