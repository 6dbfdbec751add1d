import { Braces } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { useOwner } from '../builder-context.ts';
import { useContactFields } from '../../editor/fields/use-contact-fields.ts';

type OwnTextProps = { value: string; readOnly: boolean; onChange: (text: string) => void };

/** The author's own text. Left empty, it is generated again. */
export function OwnText({ value, readOnly, onChange }: OwnTextProps) {
  const { t } = useTranslation(['campaign-builder', 'email-editor']);
  const { list } = useContactFields(useOwner());
  const box = useRef<HTMLTextAreaElement>(null);
  const insert = (field: string) => {
    const { selectionStart: from = value.length, selectionEnd: to = value.length } = box.current ?? {};
    const tag = `{{ ${field} }}`;
    onChange(`${value.slice(0, from)}${tag}${value.slice(to)}`);
    // After the menu has given the focus back and the text is drawn.
    setTimeout(() => {
      box.current?.focus();
      box.current?.setSelectionRange(from + tag.length, from + tag.length);
    }, 0);
  };
  return (
    <Field
      label={t('content.text')}
      hint={t('plainText.ownHint')}
      aside={
        !readOnly && (
          <Menu
            trigger={
              <Button size="sm" variant="ghost" icon={Braces}>
                {t('email-editor:fields.insert')}
              </Button>
            }
          >
            {list.map(({ name, label }) => (
              <MenuItem key={name} onSelect={() => insert(name)}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        )
      }
    >
      {(control) => (
        <Textarea
          {...control}
          ref={box}
          mono
          rows={16}
          value={value}
          readOnly={readOnly}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
