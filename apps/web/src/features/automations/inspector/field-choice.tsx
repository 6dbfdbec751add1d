import type { FieldType } from '@waggle/contracts/contact-fields';
import { useEditor } from '../editor/editor-context.ts';
import { ChoiceField } from './choice-field.tsx';

type FieldChoiceProps = { label: string; type?: FieldType; value: string; onChange: (key: string) => void };

/** A custom field of contacts, of one type or of any. */
export function FieldChoice({ label, type, value, onChange }: FieldChoiceProps) {
  const { catalogue } = useEditor();
  const list = catalogue.fields
    .filter((field) => type === undefined || field.type === type)
    .map((field) => ({ id: field.key, name: field.label }));
  return <ChoiceField label={label} list={list} value={value} onChange={(key) => key && onChange(key)} />;
}
