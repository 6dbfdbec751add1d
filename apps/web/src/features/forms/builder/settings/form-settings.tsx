import { useBuilder } from '../builder-context.ts';
import { definitionOf } from '../state/form-draft.ts';
import { SettingsPanels } from './panels.tsx';

/** The panels, bound to the form that is edited. */
export function FormSettings() {
  const { state, commands, complaints, clientId, form, readOnly } = useBuilder();
  const draft = state.history.present;
  return (
    <SettingsPanels
      definition={definitionOf(draft)}
      change={commands.set}
      settings={draft.settings}
      changeSettings={commands.setSettings}
      complaints={complaints}
      clientId={clientId}
      formId={form?.id}
      readOnly={readOnly}
    />
  );
}
