import { Braces } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { FieldMenu } from './field-menu.tsx';

type OwnTextProps = { value: string; readOnly: boolean; onChange: (text: string) => void };

/** The author's own text. Left empty, it is generated again. */
export function OwnText({ value, readOnly, onChange }: OwnTextProps) {
  const { t } = useTranslation(['campaign-builder', 'email-editor']);
  const box = useRef<HTMLTextAreaElement>(null);
  const insert = (
    <Button size="sm" variant="ghost" icon={Braces}>
      {t('email-editor:fields.insert')}
    </Button>
  );
  return (
    <Field
      label={t('content.text')}
      hint={t('plainText.ownHint')}
      aside={!readOnly && <FieldMenu trigger={insert} box={box} value={value} onChange={onChange} />}
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
