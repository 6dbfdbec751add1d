import type { ReactElement, RefObject } from 'react';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { useContactFields } from '../../editor/fields/use-contact-fields.ts';
import { useOwner } from '../builder-context.ts';
import { withField } from './line-fields.ts';

type FieldMenuProps = {
  trigger: ReactElement;
  /** Where the field goes: at the caret, or at the end of what was never clicked into. */
  box: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
  value: string;
  /** Characters. A field that would not fit is not offered: cut off it would be no field. */
  maxLength?: number;
  onChange: (value: string) => void;
};

/** Fields are chosen, never typed: a misspelt one would be empty for everybody. */
export function FieldMenu({ trigger, box, value, maxLength = Infinity, onChange }: FieldMenuProps) {
  const { list } = useContactFields(useOwner());
  const inserted = (field: string) => {
    const { selectionStart, selectionEnd } = box.current ?? {};
    return withField(value, field, { from: selectionStart ?? value.length, to: selectionEnd ?? value.length });
  };
  const insert = (field: string) => {
    const { line, caret } = inserted(field);
    onChange(line);
    // After the menu has given the focus back and the text is drawn.
    setTimeout(() => {
      box.current?.focus();
      box.current?.setSelectionRange(caret, caret);
    }, 0);
  };
  return (
    <Menu trigger={trigger}>
      {list.map(({ name, label }) => (
        <MenuItem key={name} disabled={value.length + `{{ ${name} }}`.length > maxLength} onSelect={() => insert(name)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
